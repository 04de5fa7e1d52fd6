import FacetSyntax

/// Reads types as a resolver means them.
struct TypeReader {
  private let index: TypeIndex
  private let name: String
  /// The ways in which the resolver can be named in front of `Key`.
  private let prefixes: [[String]]
  /// The aliases among the members of the resolver, which may stand for `Key` or for one of the keys.
  private let aliases: [String: String]
  private let errors: ErrorTypeReader

  init(resolver name: String, index: TypeIndex, aliases: [String: String], qualifiedErrors: Set<String>) {
    let parts = TypeText.split(name, at: ["."])
    self.index = index
    self.name = name
    self.aliases = aliases
    prefixes =
      [["Self"], [index.moduleName] + parts] + parts.indices.map { Array(parts[$0...]) }
    errors = ErrorTypeReader(index: index, scope: name, qualified: qualifiedErrors)
  }

  func use(of type: TypeReference?, in file: SourceFile) -> TypeUse {
    guard let type else { return .none }
    let (words, text) = TypeText.specifiers(type.text)
    return read(TypeText.withoutParentheses(text), isInout: words.contains("inout"), in: file)
  }

  /// What calling a function can do.
  func effects(of function: Declaration, in file: SourceFile) -> EffectSet {
    var effects = EffectSet(isAsync: function.effects.isAsync)
    switch function.effects.throwing {
    case .never: break
    case .any, .rethrows: effects.failure = .any
    case .typed(let type): effects.failure = errors.read(PlacedType(text: type, scope: name, file: file))
    }
    return effects
  }

  private func read(_ text: String, isInout: Bool, in file: SourceFile) -> TypeUse {
    switch text {
    case "Void", "()", "Swift.Void": return .none
    default: break
    }
    if let key = keyName(text) {
      return isInout ? .unusable(key: key, why: "inout") : .key(key)
    }
    if text.hasSuffix("?") || text.hasSuffix("!") {
      let wrapped = TypeText.withoutParentheses(String(text.dropLast()))
      if let key = keyName(wrapped) { return .unusable(key: key, why: "optional") }
      switch lazy(PlacedType(text: wrapped, scope: name, file: file)) {
      case .lazy(let form, let key, _)?, .misspelledLazy(let form, let key)?:
        return .misspelledLazy(form, key: key)
      default: break
      }
    }
    for word in ["any", "some"] where text.hasPrefix(word + " ") {
      let constraint = TypeText.withoutParentheses(String(text.dropFirst(word.count + 1)))
      if let key = keyName(constraint) { return .unusable(key: key, why: word) }
    }
    if let base = TypeText.generic(text)?.base, let key = keyName(base) {
      return .unusable(key: key, why: "generic")
    }
    return lazy(PlacedType(text: text, scope: name, file: file)) ?? .other
  }

  /// The name behind `Key.`, if the whole text is that, or an alias of it.
  private func keyName(_ text: String) -> String? {
    var parts = TypeText.components(text)
    for _ in 0..<8 {
      parts = withoutPrefix(parts)
      guard let first = parts.first else { return nil }
      if first == "Key" { return parts.count == 2 ? Self.plainName(parts[1]) : nil }
      guard let target = aliases[first] else {
        return isOfAlias(parts) ? Self.plainName(parts[parts.count - 1]) : nil
      }
      parts = TypeText.components(TypeText.withoutParentheses(target)) + parts.dropFirst()
    }
    return nil
  }

  /// Whether an alias of the resolver stands in front of `Key` and the name.
  private func isOfAlias(_ parts: [String]) -> Bool {
    guard parts.count > 2, parts[parts.count - 2] == "Key" else { return false }
    let prefix = parts.dropLast(2).joined(separator: ".")
    return index.declaredPath(of: prefix, from: name).map(index.typeMeant(byExtended:)) == name
  }

  private func withoutPrefix(_ parts: [String]) -> [String] {
    let prefix = prefixes.filter { parts.count > $0.count && parts.starts(with: $0) }.max {
      $0.count < $1.count
    }
    return Array(parts.dropFirst(prefix?.count ?? 0))
  }

  /// The name without backticks; `nil` where it is no name alone.
  private static func plainName(_ name: String) -> String? {
    if name.first == "`" { return String(name.dropFirst().dropLast()) }
    return name.contains(where: { "<>()?![]&,".contains($0) }) ? nil : name
  }

  private func lazy(_ type: PlacedType) -> TypeUse? {
    guard let (library, arguments) = index.libraryType(of: type), let form = LazyForm(rawValue: library)
    else {
      return nil
    }
    guard arguments.count == (form.hasFailure ? 2 : 1), let key = keyName(of: arguments[0]) else {
      return arguments.compactMap(keyMeant).first.map { .misspelledLazy(form, key: $0) }
    }
    return .lazy(form, key: key, failure: form.hasFailure ? errors.read(arguments[1]) : nil)
  }

  /// The key in a type that may be marked as optional, `any` or `some`.
  private func keyMeant(by type: PlacedType) -> String? {
    var type = type
    type.text = TypeText.withoutParentheses(type.text)
    while let last = type.text.last, last == "?" || last == "!" {
      type.text = TypeText.withoutParentheses(String(type.text.dropLast()))
    }
    for word in ["any ", "some "] where type.text.hasPrefix(word) {
      type.text = String(type.text.dropFirst(word.count))
    }
    return keyName(of: type)
  }

  /// The name of the key that is written here, or in an alias elsewhere, where `Key` alone may mean another type.
  private func keyName(of type: PlacedType) -> String? {
    let text = TypeText.withoutParentheses(type.text)
    if type.scope != name, TypeText.components(text).first == "Key",
      index.lookup("Key", from: type.scope) != name + ".Key"
    {
      return nil
    }
    return keyName(text)
  }
}
