/// Reads types as a resolver means them.
struct TypeReader {
  /// The ways in which the resolver can be named in front of `Key`.
  private let prefixes: [String]
  private let name: String
  private let index: TypeIndex

  init(resolver name: String, index: TypeIndex) {
    let moduleName = index.moduleName
    let parts = name.split(separator: ".").map(String.init)
    var prefixes = ["Self."]
    for index in parts.indices { prefixes.append(parts[index...].joined(separator: ".") + ".") }
    prefixes.append("\(moduleName).\(name).")
    prefixes.append("\(moduleName)::\(name).")
    self.name = name
    self.index = index
    self.prefixes = prefixes.sorted { $0.utf8.count > $1.utf8.count }
  }

  func use(of type: TypeReference?) -> TypeUse {
    guard let type else { return .none }
    return use(of: type.text)
  }

  /// What calling a function can do.
  func effects(of function: Declaration) -> EffectSet {
    var effects = EffectSet(function.effects)
    effects.failure = effects.failure.map(reachable)
    return effects
  }

  private func reachable(_ failure: String) -> String {
    failure == EffectSet.anyError ? failure : index.reachableName(of: failure, in: name)
  }

  private func use(of text: String) -> TypeUse {
    var text = text
    var isInout = false
    while let space = text.firstIndex(of: " ") {
      let word = text[..<space]
      switch word {
      case "borrowing", "consuming", "sending", "__owned", "__shared": break
      case "inout": isInout = true
      case _ where word.hasPrefix("@") && !word.contains("("): break
      default: return read(text, isInout: isInout)
      }
      text = String(text[text.index(after: space)...])
    }
    return read(text, isInout: isInout)
  }

  private func read(_ text: String, isInout: Bool) -> TypeUse {
    switch text {
    case "Void", "()", "Swift.Void": return .none
    default: break
    }
    if let key = keyName(text) {
      return isInout ? .unusable(key: key, why: "inout") : .key(key)
    }
    if text.hasSuffix("?") || text.hasSuffix("!"), let key = keyName(String(text.dropLast())) {
      return .unusable(key: key, why: "optional")
    }
    if text.hasPrefix("any ") || text.hasPrefix("some "), let space = text.firstIndex(of: " "),
      let key = keyName(String(text[text.index(after: space)...]))
    {
      return .unusable(key: key, why: String(text[..<space]))
    }
    if let open = text.firstIndex(of: "<"), text.hasSuffix(">"), let key = keyName(String(text[..<open])) {
      return .unusable(key: key, why: "generic")
    }
    return lazy(text) ?? .other
  }

  /// The name behind `Key.`, if the whole text is that.
  private func keyName(_ text: String) -> String? {
    var rest = text
    for prefix in prefixes where rest.hasPrefix(prefix) {
      rest = String(rest.dropFirst(prefix.count))
      break
    }
    guard rest.hasPrefix("Key.") else { return nil }
    let name = rest.dropFirst(4).filter { $0 != "`" }
    let isPlain =
      !name.isEmpty
      && !name.utf8.contains { byte in
        [".", "<", ">", "(", ")", "?", "!", "[", "]", " ", "&", ",", ":"].contains(UnicodeScalar(byte))
      }
    return isPlain ? name : nil
  }

  private func lazy(_ text: String) -> TypeUse? {
    var rest = text
    for prefix in ["FacetStatic.", "FacetStatic::"] where rest.hasPrefix(prefix) {
      rest = String(rest.dropFirst(prefix.count))
    }
    for form in LazyForm.allCases where rest.hasPrefix(form.rawValue + "<") && rest.hasSuffix(">") {
      let arguments = rest.dropFirst(form.rawValue.count + 1).dropLast()
      guard form.hasFailure else {
        guard let key = keyName(String(arguments)) else { return nil }
        return .lazy(form, key: key, failure: nil)
      }
      guard let comma = arguments.firstIndex(of: ","), let key = keyName(String(arguments[..<comma])) else {
        return nil
      }
      let failure = arguments[arguments.index(comma, offsetBy: 2)...]
      return .lazy(form, key: key, failure: EffectSet.normalized(failure: String(failure)).map(reachable))
    }
    return nil
  }
}
