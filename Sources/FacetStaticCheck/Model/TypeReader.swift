import FacetSyntax

/// Reads types as a resolver means them.
struct TypeReader {
  let index: TypeIndex
  /// The full name of the resolver.
  let name: String
  /// The ways in which the resolver can be named in front of `Key`.
  private let prefixes: [[String]]
  /// The aliases among the members of the resolver, which may stand for `Key` or for one of the keys.
  private let aliases: [String: [String]]

  init(resolver name: String, index: TypeIndex, aliases: [String: [String]]) {
    let parts = name.split(separator: ".").map(String.init)
    self.index = index
    self.name = name
    self.aliases = aliases
    prefixes = [["Self"], [index.moduleName] + parts] + parts.indices.map { Array(parts[$0...]) }
  }

  func use(of type: TypeReference?, in file: SourceFile) -> TypeUse {
    guard let type else { return .none }
    let use = read(PlacedType(syntax: TypeSyntax(type.text), scope: name, file: file))
    guard case .key(let key) = use, type.text.hasPrefix("inout ") || type.text.contains(part: " inout ")
    else {
      return use
    }
    return .unusable(key: key, why: "inout")
  }

  /// What calling a function can do.
  func effects(of function: Declaration, in file: SourceFile) -> EffectSet {
    var effects = EffectSet(isAsync: function.effects.isAsync)
    switch function.effects.throwing {
    case .never: break
    case .any, .rethrows: effects.failure = .any
    case .typed(let type):
      effects.failure = errorType(PlacedType(syntax: TypeSyntax(type), scope: name, file: file))
    }
    return effects
  }

  private func read(_ type: PlacedType) -> TypeUse {
    if case .optional(let wrapped) = type.syntax {
      switch read(type.part(wrapped)) {
      case .key(let key): return .unusable(key: key, why: "optional")
      case .lazy(let form, let key, _), .misspelledLazy(let form, let key):
        return .misspelledLazy(form, key: key)
      default: return .other
      }
    }
    let names = type.syntax.path
    // In an alias elsewhere, `Key` alone may mean another type.
    if type.scope != name, names.first == "Key", index.lookup("Key", from: type.scope) != name + ".Key" {
      return .other
    }
    if names == ["Void"] || names == ["Swift", "Void"] || type.syntax == .tuple([], labels: []) {
      return .none
    }
    guard let key = keyName(names, in: type.file) else { return lazy(type) ?? .other }
    return type.syntax.parts.isEmpty ? .key(key) : .unusable(key: key, why: "generic")
  }

  /// The name behind `Key.`, if that is all, or an alias of it.
  private func keyName(_ names: [String], in file: SourceFile) -> String? {
    var parts = names
    for _ in 0..<8 {
      parts = withoutPrefix(parts)
      guard let first = parts.first else { return nil }
      if first == "Key" { return parts.count == 2 ? parts[1] : nil }
      guard let target = aliases[first] else { return isOfAlias(parts, in: file) ? parts.last : nil }
      parts = target + parts.dropFirst()
    }
    return nil
  }

  /// Whether an alias of the resolver stands in front of `Key` and the name.
  private func isOfAlias(_ parts: [String], in file: SourceFile) -> Bool {
    guard parts.count > 2, parts[parts.count - 2] == "Key" else { return false }
    let names = parts.dropLast(2).map { TypeSyntax.Name(text: $0) }
    return index.meaning(of: PlacedType(syntax: .named(names), scope: name, file: file)).path == name
  }

  private func withoutPrefix(_ parts: [String]) -> [String] {
    let counts = prefixes.filter { parts.count > $0.count && parts.starts(with: $0) }.map(\.count)
    return Array(parts.dropFirst(counts.max() ?? 0))
  }

  private func lazy(_ type: PlacedType) -> TypeUse? {
    guard let (library, arguments) = index.libraryType(of: type), let form = LazyForm(rawValue: library)
    else { return nil }
    let keys = arguments.map(read)
    if arguments.count == (form.hasFailure ? 2 : 1), case .key(let key) = keys[0] {
      return .lazy(form, key: key, failure: form.hasFailure ? errorType(arguments[1]) : nil)
    }
    return keys.compactMap(\.namedKey).first.map { .misspelledLazy(form, key: $0) }
  }
}
