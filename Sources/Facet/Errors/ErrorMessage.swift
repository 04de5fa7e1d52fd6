/// Writes the text of a failure to resolve.
package struct ErrorMessage {
  private let error: ResolutionError
  private let nearMisses: [ResolutionError.Neighbor]
  private let names: TypeNames

  package init(_ error: ResolutionError) {
    self.error = error
    nearMisses = error.nearMisses
    var keys = error.path + error.otherPath
    for near in nearMisses {
      keys.append(near.key)
      if let target = near.target { keys.append(target) }
    }
    let actor = error.isolation.map { [$0.actorType] }
    names = TypeNames(of: keys, (error.initializer?.types ?? []) + (actor ?? []))
  }

  var text: String { "\(headline)\n\(facts)\n\nTo fix this, do one of:\n\(remedies)" }

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
    case .containerClosed: "The container of \(key) is closed."
    case .wrongActor: "\(key) can be built only on its actor."
    case .needsAwait: "\(key) can be built only by an await."
    case .cancelled: "The task that waited for \(key) was cancelled."
    }
  }

  /// What the factory threw, with further lines indented: they look different from the facts below.
  private var underlyingError: String {
    guard let underlying = error.underlyingError else { return "" }
    var words = ""
    for character in String(describing: underlying) {
      words.append(character)
      if character.isNewline { words += "  " }
    }
    return words
  }

  // MARK: - Facts

  /// One line for each fact, in columns.
  private var facts: String {
    // As wide as the longest label.
    var width = error.otherPath.isEmpty ? (error.location == nil ? 5 : 6) : 7
    if error.initializer != nil { width = 10 }
    var facts = "\n  " + column("Path:", width) + path(error.path)
    if !error.otherPath.isEmpty {
      facts += "\n  Thread:   another one builds \(path(error.otherPath)) and waits for this one"
    }
    if let initializer = error.initializer { facts += "\n  Needed by:   \(initializer.words(names))" }
    if let location = error.location { facts += "\n  \(column("Place:", width))registered at \(location)" }
    if let isolation = error.isolation { facts += "\n  \(column("Actor:", width))\(actor(isolation))" }
    let keys = nearMisses.map { names.words(for: $0.key) }
    let keyWidth = keys.map(\.count).max() ?? 0
    var label = "Near:"
    for (key, near) in zip(keys, nearMisses) {
      facts += "\n  " + column(label, width) + column(key, keyWidth) + place(near)
      label = ""
    }
    return facts
  }

  /// A text as wide as its column, with room before the next one.
  @inline(never)
  private func column(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: width + 3 - text.count)
  }

  private func path(_ keys: [ServiceKey]) -> String {
    var path = ""
    for (index, key) in keys.enumerated() {
      let isShown = keys.count <= 24 || index < 12 || index >= keys.count - 11
      guard isShown || index == 12 else { continue }
      if index > 0 { path += " → " }
      path += isShown ? step(key) : "(\(keys.count - 23) more)"
    }
    return path
  }

  private func step(_ key: ServiceKey) -> String {
    names.name(key.serviceType) + (key.quotedName.map { " " + $0 } ?? "")
  }

  private func place(_ near: ResolutionError.Neighbor) -> String {
    let child = near.isInChild ? " in a child container" : ""
    guard let target = near.target else { return "registered\(child) at \(near.location)" }
    return "forwarded\(child) to \(names.words(for: target)) at \(near.location)"
  }

  // MARK: - Remedies

  /// One line for each remedy.
  package var remedies: String {
    switch error.code {
    case .notRegistered: missingRemedies
    case .loop:
      """
        • Set one of the dependencies in initCompleted, where it is found half-built.
        • Ask for Lazy<\(service)> or Provider<\(service)> in one of the factories.
      """
    case .factoryFailed:
      """
        • Fix what the factory reports.
        • Catch the error in the factory.
      """
    case .tooDeep:
      """
        • End the recursion: every service on the path needs the next one.
        • Ask for Lazy<\(service)> or Provider<\(service)> in one of the factories.
        • Resolve on a thread with a larger stack.
      """
    case .containerGone:
      """
        • Keep the container as long as what was resolved from it is used.
        • Use it once while the container is there: the instance is kept.
      """
    case .containerClosed:
      """
        • Close the container when nothing uses it any more.
        • Make a new one: a container that was closed stays so.
      """
    case .needsAwait:
      """
        • Await it: try await container.requireAsync(\(metatype)\(nameArgument)\(givenArguments))
        • Await it first, if its scope shares it: from then on it is there at once.\(dependentRemedy)
      """
    case .cancelled:
      """
        • Resolve it in a task that is not cancelled: the build went on.
      """
    case .wrongActor:
      """
        • Resolve it on \(error.isolation.map { names.name($0.actorType) } ?? "").
        • Await it, from anywhere: try await container.requireAsync(\(metatype)\(nameArgument)\(givenArguments))
        • \(independence)
      """
    }
  }

  private var missingRemedies: String {
    if error.key.serviceType == GraphIdentifier.self {
      return "  • Resolve it in a factory, or within withObjectGraph: elsewhere there is no cycle."
    }
    var (hasOtherArguments, hasOtherName, hasOtherOption) = (false, false, false)
    var (isInChild, hasNamesake, hasSubtype) = (false, false, false)
    for near in nearMisses {
      if near.key.serviceType != error.key.serviceType {
        if typeName(near.key.serviceType) == typeName(error.key.serviceType) {
          hasNamesake = true
        } else {
          hasSubtype = true
        }
      } else if near.isInChild {
        isInChild = true
      } else {
        if near.key.signature != error.key.signature { hasOtherArguments = true }
        if near.key.name != error.key.name { hasOtherName = true }
        if near.key.optionBox != error.key.optionBox { hasOtherOption = true }
      }
    }
    var remedies = ""
    if hasOtherArguments { remedies += "  • Pass the argument types of a registration above.\n" }
    if hasOtherName { remedies += "  • Ask for the name of a registration above.\n" }
    if hasOtherOption { remedies += "  • Ask for the option of a registration above.\n" }
    if isInChild { remedies += "  • Resolve it from the child container, or register it in this one.\n" }
    if hasNamesake { remedies += "  • Ask for the type of a registration above.\n" }
    if hasSubtype { remedies += "  • Forward a registration above: .implements(\(metatype))\n" }
    return remedies + "  • Register it: " + registration
  }

  /// What to do about the service that needs it.
  private var dependentRemedy: String {
    guard error.path.count > 1 else { return "" }
    let dependent = names.words(for: error.path[error.path.count - 2])
    return "\n  • Give \(dependent) an asynchronous factory, and await it there."
  }

  /// An actor, and what of the service belongs to it if that is not its factory.
  private func actor(_ isolation: Isolation) -> String {
    names.name(isolation.actorType) + (isolation.part.map { ", of its " + $0 } ?? "")
  }

  /// What to do if no actor is needed.
  private var independence: String {
    let part = error.isolation?.part
    let way = part == nil ? "register it by container.registerNonisolated, or" : "write it"
    return "If its \(part ?? "factory") needs no actor, \(way) in a nonisolated function."
  }

  private var givenArguments: String {
    let places = error.key.argumentTypes.map { _ in "…" }
    return places.isEmpty
      ? "" : ", argument\(places.count == 1 ? "" : "s"): \(places.joined(separator: ", "))"
  }

  private var nameArgument: String { error.key.quotedName.map { ", name: " + $0 } ?? "" }

  private var registration: String {
    let name = nameArgument
    let option = error.key.option == nil ? "" : ", option: …"
    var parameters = ["resolver"]
    for type in error.key.argumentTypes { parameters.append(parameterName(type, besides: parameters)) }
    return
      "container.register(\(metatype)\(name)\(option)) { \(parameters.joined(separator: ", ")) in … }"
  }

  /// The type as an expression: a composition needs parentheses, and a function.
  private var metatype: String {
    service.contains(" ") && !service.hasSuffix(">") || service.contains("->")
      ? "(\(service)).self" : "\(service).self"
  }

  /// A name for a parameter that no other parameter has.
  private func parameterName(_ type: Any.Type, besides others: [String]) -> String {
    let words = typeName(type).prefix { $0.isLetter || $0.isNumber }
    let name = words.isEmpty ? "argument" : words.prefix(1).lowercased() + words.dropFirst()
    var unique = name
    var number = 2
    while others.contains(unique) {
      unique = "\(name)\(number)"
      number += 1
    }
    return ErrorMessage.keywords.contains(" \(unique) ") ? "`\(unique)`" : unique
  }

  /// The words that cannot name a parameter, as far as types are named so.
  private static var keywords: String {
    " as break case catch class continue default defer do else enum extension false for func guard if import in init inout is let nil "
      + "operator protocol repeat return self static struct subscript super switch throw true try var where while "
  }
}
