import FacetSyntax

/// A type as it is written, and where: the type around it and the file say what its names mean.
struct PlacedType {
  var text: String
  /// The full name of the type around it; empty at file level.
  var scope: String
  var file: SourceFile
}

// MARK: - What a name means

extension TypeIndex {
  /// Where a name may be declared that is used in the type at `scope`: there, in the types around it, at file level.
  func lookup(_ name: String, from scope: String) -> String? {
    var path = TypeText.split(scope, at: ["."])
    while true {
      let full = (path + [name]).joined(separator: ".")
      if isDeclared(full) || genericParameters.contains(full) { return full }
      guard path.popLast() != nil else { return nil }
    }
  }

  /// The full name of a type of the target that is spelled `text` in the type at `scope`.
  func declaredPath(of text: String, from scope: String) -> String? {
    var parts = TypeText.components(TypeText.generic(text)?.base ?? text)
    guard !parts.isEmpty else { return nil }
    if parts[0] == "Self" {
      let path = ([scope] + parts.dropFirst()).joined(separator: ".")
      return parts.count > 1 && isDeclared(path) ? path : nil
    }
    if parts.count > 1, parts[0] == moduleName, lookup(moduleName, from: scope) == nil {
      parts.removeFirst()
      let path = parts.joined(separator: ".")
      return isDeclared(path) ? path : nil
    }
    guard let root = lookup(parts[0], from: scope) else { return nil }
    return ([root] + parts.dropFirst()).joined(separator: ".")
  }

  /// The full name of the type that an extension of `path` extends, through aliases in the name.
  func typeMeant(byExtended path: String) -> String {
    var path = path
    for _ in 0..<8 {
      guard !containsType(path), let next = expanded(path) else { break }
      path = next
    }
    return path
  }

  /// The name with the longest alias in it replaced by what that stands for.
  private func expanded(_ path: String) -> String? {
    var parts = TypeText.split(path, at: ["."])
    var rest: [String] = []
    while let last = parts.last {
      let name = parts.joined(separator: ".")
      if let alias = aliases[name], !ambiguousAliases.contains(name), let type = alias.declaration.type {
        let text = TypeText.withoutParentheses(type.text)
        guard TypeText.generic(text) == nil, let target = declaredPath(of: text, from: alias.scope) else {
          return nil
        }
        return ([target] + rest).joined(separator: ".")
      }
      rest.insert(last, at: 0)
      parts.removeLast()
    }
    return nil
  }

  /// The type of the library that a text means, through aliases of the target.
  ///
  /// - Returns: `Resolver`, `Lazy` and so on, with their generic arguments as they are written somewhere on the way;
  ///   `nil` for all other types, also those of the target that have such names.
  func libraryType(of type: PlacedType) -> (name: String, arguments: [PlacedType])? {
    var type = type
    var arguments: [PlacedType] = []
    var bound: [String: PlacedType] = [:]
    for _ in 0..<8 {
      let text = TypeText.withoutParentheses(TypeText.specifiers(type.text).type)
      let generic = TypeText.generic(text)
      if let generic {
        arguments = generic.arguments.map {
          bound[$0] ?? PlacedType(text: $0, scope: type.scope, file: type.file)
        }
      }
      guard let path = declaredPath(of: text, from: type.scope) else {
        let parts = TypeText.components(generic?.base ?? text)
        if parts.count == 2, parts[0] == TargetSources.libraryName { return (parts[1], arguments) }
        return parts.count == 1 && seesLibrary(type.file) ? (parts[0], arguments) : nil
      }
      guard let alias = aliases[path], let target = alias.declaration.type else { return nil }
      // An alias without parameters may be generic as what it stands for is: `typealias Later = Lazy`.
      bound = [:]
      if alias.declaration.isGeneric {
        for (name, argument) in zip(alias.declaration.genericParameters, arguments) { bound[name] = argument }
        arguments = []
      }
      type = bound[target.text] ?? PlacedType(text: target.text, scope: alias.scope, file: alias.file)
    }
    return nil
  }

  /// Whether one of the types that are composed in a text is the protocol.
  func namesProtocol(_ type: PlacedType) -> Bool {
    TypeText.split(type.text, at: ["&"]).contains { part in
      let part = PlacedType(text: part, scope: type.scope, file: type.file)
      if libraryType(of: part)?.name == ResolverProtocol.name { return true }
      let bare = TypeText.specifiers(TypeText.trimmed(part.text)).type
      guard let path = declaredPath(of: bare, from: type.scope), let alias = aliases[path],
        let target = alias.declaration.type?.text, target.contains("&")
      else { return false }
      return TypeText.split(target, at: ["&"]).contains {
        libraryType(of: PlacedType(text: $0, scope: alias.scope, file: alias.file))?.name
          == ResolverProtocol.name
      }
    }
  }

  /// Whether names of the library need no module in front in this file.
  func seesLibrary(_ file: SourceFile) -> Bool {
    isReexported
      || imports(of: file).contains { declaration in
        declaration.name == TargetSources.libraryName
          || declaration.name.hasPrefix(TargetSources.libraryName + ".")
      }
  }
}
