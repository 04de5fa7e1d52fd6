/// The wording of every failure to resolve.
struct ErrorMessage {
  private let error: ResolutionError

  init(_ error: ResolutionError) {
    self.error = error
  }

  var text: String {
    var lines = [headline, ""]
    lines += aligned(facts).map { "  " + $0 }
    lines += ["", "To fix this, do one of:"]
    lines += remedies.map { "  • " + $0 }
    return lines.joined(separator: "\n")
  }

  private var service: String { typeName(error.key.serviceType) }

  private var headline: String {
    switch error.code {
    case .notRegistered: "No registration matches \(error.key)."
    case .loop: "\(error.key) needs itself to be built."
    case .factoryFailed:
      "The factory of \(error.key) failed: \(error.underlyingError.map(String.init(describing:)) ?? "")"
    case .containerGone: "\(error.key) was used after its container was gone."
    }
  }

  // MARK: - Facts

  /// Label and words, in columns.
  private typealias Fact = (label: String, words: String, place: String)

  private var facts: [Fact] {
    var facts: [Fact] = [("Path:", ErrorMessage.path(error.path), "")]
    if !error.otherPath.isEmpty {
      facts.append(("Thread:", "another one builds \(ErrorMessage.path(error.otherPath)) and waits for this one", ""))
    }
    if let location = error.location { facts.append(("Place:", "registered at \(location)", "")) }
    for (index, near) in error.nearMisses.enumerated() {
      facts.append((index == 0 ? "Near:" : "", near.key.description, ErrorMessage.place(near)))
    }
    return facts
  }

  private static func path(_ keys: [ServiceKey]) -> String {
    let shown = keys.count > 24 ? Array(keys.prefix(12)) + Array(keys.suffix(11)) : keys
    var names = shown.map(step)
    if shown.count < keys.count { names.insert("(\(keys.count - shown.count) more)", at: 12) }
    return names.joined(separator: " → ")
  }

  private static func step(_ key: ServiceKey) -> String {
    typeName(key.serviceType) + (key.name.map { " \"\($0)\"" } ?? "")
  }

  private static func place(_ near: ResolutionError.Neighbor) -> String {
    let child = near.isInChild ? " in a child container" : ""
    guard let target = near.target else { return "registered\(child) at \(near.location)" }
    return "forwarded\(child) to \(target) at \(near.location)"
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

  private var remedies: [String] {
    switch error.code {
    case .notRegistered: missingRemedies
    case .loop:
      [
        "Set one of the dependencies in initCompleted, where it is found half-built.",
        "Ask for Lazy<\(service)> or Provider<\(service)> in one of the factories.",
      ]
    case .factoryFailed:
      [
        "Mend what the factory reports.",
        "Catch the error in the factory.",
      ]
    case .containerGone:
      [
        "Keep the container as long as what was resolved from it is used.",
        "Use it once while the container is there: the instance is kept.",
      ]
    }
  }

  private var missingRemedies: [String] {
    var remedies: [String] = []
    let reachable = error.nearMisses.filter { !$0.isInChild }
    if reachable.contains(where: { ErrorMessage.differ($0.key.argumentTypes, error.key.argumentTypes) }) {
      remedies.append("Pass the argument types of a registration above.")
    }
    if reachable.contains(where: { $0.key.name != error.key.name }) {
      remedies.append("Ask for the name of a registration above.")
    }
    if reachable.count < error.nearMisses.count {
      remedies.append("Resolve it from the child container, or register it in this one.")
    }
    remedies.append("Register it: \(registration)")
    return remedies
  }

  private var registration: String {
    let name = error.key.name.map { ", name: \"\($0)\"" } ?? ""
    let parameters = ["resolver"] + error.key.argumentTypes.map(ErrorMessage.parameterName)
    return "container.register(\(service).self\(name)) { \(parameters.joined(separator: ", ")) in … }"
  }

  private static func parameterName(_ type: Any.Type) -> String {
    let name = typeName(type).prefix { $0.isLetter || $0.isNumber }
    return name.isEmpty ? "argument" : name.prefix(1).lowercased() + name.dropFirst()
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
