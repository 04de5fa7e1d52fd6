/// The facts of a message: the path, the locations, and the near misses.
extension ErrorMessage {
  var facts: [(label: String, text: String)] {
    var facts: [(label: String, text: String)] = []
    if error.refused != .whole {
      facts.append((error.waitingPath == nil ? "Path:" : "Built by:", path(error.path)))
    }
    if let waiting = error.waitingPath { facts.append(("Waits:", path(waiting + [error.key]))) }
    if let initializer = error.initializer { facts.append(("Needed by:", initializer.text(names))) }
    facts += places
    if let decorator = error.decorator { facts.append(("Decorator:", "written at \(decorator)")) }
    if let property = error.property { facts.append(("Property:", "declared at \(property)")) }
    if let closing = error.closingPlace { facts.append(("Closed:", "at \(closing)")) }
    if let isolation = error.isolation {
      let part = isolation.part.map { ", of its " + $0 } ?? ""
      facts.append(("Actor:", names.name(isolation.actorType) + part))
    }
    return facts + column("Near:", nearMisses.map { (names.text(for: $0.key), $0.place(names)) })
  }

  /// The registrations of the services on the path, each once; for a single service, only its location.
  private var places: [(label: String, text: String)] {
    let steps = error.steps
    var known: Set<[AnyHashable]> = []
    var lines: [(text: String, place: String)] = []
    for step in steps {
      guard let location = step.location else { continue }
      let key = ServiceKey(step.key.serviceType, signature: step.key.signature, name: step.key.name)
      guard known.insert([key, location]).inserted else { continue }
      lines.append((names.text(for: step.key), "registered at \(location)"))
    }
    // Only the service itself.
    if lines.count == 1, let location = error.location { return [("Place:", "registered at \(location)")] }
    if let rest = shorten(&lines) { lines.insert((rest, ""), at: 12) }
    return column(lines.count == 1 ? "Place:" : "Places:", lines)
  }

  private func path(_ keys: [ServiceKey]) -> String {
    var steps = keys.map { names.name($0.serviceType) + ($0.quotedName.map { " " + $0 } ?? "") }
    if let rest = shorten(&steps) { steps.insert(rest, at: 12) }
    return steps.joined(separator: " → ")
  }

  /// If there are more than 24 steps, keeps the first twelve and the last eleven; returns a note about the
  /// omitted ones.
  private func shorten<Step>(_ steps: inout [Step]) -> String? {
    guard steps.count > 24 else { return nil }
    defer { steps.removeSubrange(12..<(steps.count - 11)) }
    return "(\(steps.count - 23) more)"
  }

  /// Lines of two columns, with a label before the first.
  private func column(
    _ label: String, _ lines: [(text: String, place: String)]
  ) -> [(label: String, text: String)] {
    let width = lines.map(\.text.count).max() ?? 0
    return lines.enumerated().map { number, line in
      let text = line.place.isEmpty ? line.text : Message.column(line.text, width) + line.place
      return (number == 0 ? label : "", text)
    }
  }
}
