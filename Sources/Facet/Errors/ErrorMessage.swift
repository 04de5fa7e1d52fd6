/// Writes the text of a failure to resolve.
package struct ErrorMessage {
  private let error: ResolutionError
  private let nearMisses: [ResolutionError.Neighbor]
  private let names: TypeNames

  package init(_ error: ResolutionError) {
    self.error = error
    nearMisses = error.nearMisses
    let keys =
      error.path + error.otherPath + nearMisses.map(\.key) + nearMisses.compactMap(\.target)
    names = TypeNames(of: keys.flatMap { [$0.serviceType] + $0.argumentTypes })
  }

  var text: String {
    var lines = [headline, ""]
    lines += aligned(facts).map { "  " + $0 }
    lines += ["", "To fix this, do one of:"]
    lines += remedies.map { "  • " + $0 }
    return lines.joined(separator: "\n")
  }

  private var service: String { names.name(error.key.serviceType) }

  private var key: String { names.words(for: error.key) }

  private var headline: String {
    switch error.code {
    case .notRegistered: "No registration matches \(key)."
    case .loop: "\(key) needs itself to be built."
    case .factoryFailed:
      "The factory of \(key) failed: \(underlyingError)"
    case .tooDeep: "\(key) is nested too deep to be built."
    case .containerGone: "\(key) was used after its container was gone."
    }
  }

  /// What the factory threw, with further lines indented: they look different from the facts below.
  private var underlyingError: String {
    guard let underlying = error.underlyingError else { return "" }
    let lines = String(describing: underlying).split(separator: "\n", omittingEmptySubsequences: false)
    return lines.joined(separator: "\n  ")
  }

  // MARK: - Facts

  /// One line of facts, in columns.
  private typealias Fact = (label: String, words: String, place: String)

  private var facts: [Fact] {
    var facts: [Fact] = [("Path:", path(error.path), "")]
    if !error.otherPath.isEmpty {
      facts.append(
        ("Thread:", "another one builds \(path(error.otherPath)) and waits for this one", ""))
    }
    if let location = error.location { facts.append(("Place:", "registered at \(location)", "")) }
    for (index, near) in nearMisses.enumerated() {
      facts.append((index == 0 ? "Near:" : "", names.words(for: near.key), place(near)))
    }
    return facts
  }

  private func path(_ keys: [ServiceKey]) -> String {
    let shown = keys.count > 24 ? Array(keys.prefix(12)) + Array(keys.suffix(11)) : keys
    var names = shown.map(step)
    if shown.count < keys.count { names.insert("(\(keys.count - shown.count) more)", at: 12) }
    return names.joined(separator: " → ")
  }

  private func step(_ key: ServiceKey) -> String {
    names.name(key.serviceType) + (key.name.map { " \"\($0)\"" } ?? "")
  }

  private func place(_ near: ResolutionError.Neighbor) -> String {
    let child = near.isInChild ? " in a child container" : ""
    guard let target = near.target else { return "registered\(child) at \(near.location)" }
    return "forwarded\(child) to \(names.words(for: target)) at \(near.location)"
  }

  private func aligned(_ facts: [Fact]) -> [String] {
    let labels = (facts.map(\.label.count).max() ?? 0) + 3
    let words = (facts.filter { !$0.place.isEmpty }.map(\.words.count).max() ?? 0) + 3
    return facts.map { fact in
      let label = fact.label.padded(to: labels)
      return label + (fact.place.isEmpty ? fact.words : fact.words.padded(to: words) + fact.place)
    }
  }

  // MARK: - Remedies

  package var remedies: [String] {
    switch error.code {
    case .notRegistered: missingRemedies
    case .loop:
      [
        "Set one of the dependencies in initCompleted, where it is found half-built.",
        "Ask for Lazy<\(service)> or Provider<\(service)> in one of the factories.",
      ]
    case .factoryFailed:
      [
        "Fix what the factory reports.",
        "Catch the error in the factory.",
      ]
    case .tooDeep:
      [
        "End the recursion: every service on the path needs the next one.",
        "Ask for Lazy<\(service)> or Provider<\(service)> in one of the factories.",
        "Resolve on a thread with a larger stack.",
      ]
    case .containerGone:
      [
        "Keep the container as long as what was resolved from it is used.",
        "Use it once while the container is there: the instance is kept.",
      ]
    }
  }

  private var missingRemedies: [String] {
    if error.key.serviceType == GraphIdentifier.self {
      return ["Resolve it in a factory, or within withObjectGraph: elsewhere there is no cycle."]
    }
    var remedies: [String] = []
    let sameType = nearMisses.filter { $0.key.serviceType == error.key.serviceType }
    let reachable = sameType.filter { !$0.isInChild }
    if reachable.contains(where: { ErrorMessage.differ($0.key.argumentTypes, error.key.argumentTypes) }) {
      remedies.append("Pass the argument types of a registration above.")
    }
    if reachable.contains(where: { $0.key.name != error.key.name }) {
      remedies.append("Ask for the name of a registration above.")
    }
    if reachable.contains(where: { $0.key.optionBox != error.key.optionBox }) {
      remedies.append("Ask for the option of a registration above.")
    }
    if reachable.count < sameType.count {
      remedies.append("Resolve it from the child container, or register it in this one.")
    }
    if sameType.count < nearMisses.count {
      remedies.append("Ask for the type of a registration above.")
    }
    remedies.append("Register it: \(registration)")
    return remedies
  }

  private var registration: String {
    let name = error.key.name.map { ", name: \"\($0)\"" } ?? ""
    let option = error.key.option == nil ? "" : ", option: …"
    var parameters = ["resolver"]
    for type in error.key.argumentTypes { parameters.append(parameterName(type, besides: parameters)) }
    return
      "container.register(\(metatype)\(name)\(option)) { \(parameters.joined(separator: ", ")) in … }"
  }

  /// The type as an expression: a composition needs parentheses.
  private var metatype: String {
    service.contains(" ") && !service.hasSuffix(">") ? "(\(service)).self" : "\(service).self"
  }

  /// A name for a parameter that no other parameter has.
  private func parameterName(_ type: Any.Type, besides others: [String]) -> String {
    let words = typeName(type).prefix { $0.isLetter || $0.isNumber }
    let name = words.isEmpty ? "argument" : words.prefix(1).lowercased() + words.dropFirst()
    guard others.contains(name) else { return name }
    return (2...).lazy.map { "\(name)\($0)" }.first { !others.contains($0) } ?? name
  }

  private static func differ(_ left: [Any.Type], _ right: [Any.Type]) -> Bool {
    left.map(ObjectIdentifier.init) != right.map(ObjectIdentifier.init)
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
