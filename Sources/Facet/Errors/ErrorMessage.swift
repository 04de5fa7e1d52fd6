/// Writes the text of a failure to resolve.
package struct ErrorMessage {
  let error: ResolutionError
  let nearMisses: [ResolutionError.Neighbor]
  let names: TypeNames

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

  var service: String { names.name(error.key.serviceType) }

  private var key: String { names.text(for: error.key) }

  private var headline: String {
    switch error.code {
    case .notRegistered: "No registration matches \(key)."
    case .loop: "\(key) needs itself to be built."
    case .factoryFailed:
      "\(error.decorator == nil ? "The factory" : "A decorator") of \(key) failed: \(underlyingError)"
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
    var text = ""
    for character in String(describing: underlying) {
      text.append(character)
      if character.isNewline { text += "  " }
    }
    return text
  }

  // MARK: - Facts

  /// One line for each fact, in columns.
  private var facts: String {
    // As wide as the longest label.
    var width = error.otherPath.isEmpty ? (error.location == nil ? 5 : 6) : 7
    if error.initializer != nil || error.decorator != nil { width = 10 }
    var facts = "\n  " + column("Path:", width) + path(error.path)
    if !error.otherPath.isEmpty {
      facts += "\n  Thread:   another one builds \(path(error.otherPath)) and waits for this one"
    }
    if let initializer = error.initializer { facts += "\n  Needed by:   \(initializer.text(names))" }
    if let location = error.location { facts += "\n  \(column("Place:", width))registered at \(location)" }
    if let decorator = error.decorator { facts += "\n  Decorator:   written at \(decorator)" }
    if let isolation = error.isolation { facts += "\n  \(column("Actor:", width))\(actor(isolation))" }
    let keys = nearMisses.map { names.text(for: $0.key) }
    let keyWidth = keys.map(\.count).max() ?? 0
    var label = "Near:"
    for (key, near) in zip(keys, nearMisses) {
      facts += "\n  " + column(label, width) + column(key, keyWidth) + near.place(names)
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

  /// An actor, and what of the service belongs to it if that is not its factory.
  private func actor(_ isolation: Isolation) -> String {
    names.name(isolation.actorType) + (isolation.part.map { ", of its " + $0 } ?? "")
  }
}
