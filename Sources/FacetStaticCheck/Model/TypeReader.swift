import FacetSyntax

/// Reads types as a resolver means them.
struct TypeReader {
  let index: TypeIndex
  /// The full name of the resolver.
  let name: String

  func use(of type: TypeReference?, in file: SourceFile) -> TypeUse {
    guard let type else { return .none }
    let use = read(PlacedType(syntax: TypeSyntax(type.text), scope: name, file: file))
    guard case .key(let key) = use, type.text.hasPrefix("inout ") || type.text.contains(part: " inout ")
    else { return use }
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
    if names == ["Void"] || names == ["Swift", "Void"] || type.syntax == .tuple([], labels: []) {
      return .none
    }
    guard let key = keyName(names, from: type.scope) else { return lazy(type) ?? .other }
    return type.syntax.parts.isEmpty ? .key(key) : .unusable(key: key, why: "generic")
  }

  /// The name behind `Key.` of the resolver, if the names come to that through aliases.
  private func keyName(_ names: [String], from scope: String) -> String? {
    // Where there is no `Key`, its members may be spoken of all the same.
    if names.count == 2, names[0] == "Key", scope == name, index.lookup("Key", from: name) == nil {
      return names[1]
    }
    let space = name + ".Key."
    return index.path(of: names, from: scope) { $0.hasPrefix(space) }.map {
      String($0.dropFirst(space.count))
    }
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
