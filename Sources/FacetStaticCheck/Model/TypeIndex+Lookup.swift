import FacetSyntax

/// A type as it is written, and where: the type around it and the file say what its names mean.
struct PlacedType {
  var syntax: TypeSyntax
  /// The full name of the type around it; empty at file level.
  var scope: String
  var file: SourceFile

  /// Another type that is written at the same place, such as a part of it.
  func part(_ syntax: TypeSyntax) -> PlacedType { PlacedType(syntax: syntax, scope: scope, file: file) }
}

// MARK: - What a name means

extension TypeIndex {
  private static let deepestAlias = 8

  /// Where a name may be declared that is used in the type at `scope`: there, in the types around it, at file level.
  func lookup(_ name: String, from scope: String) -> String? {
    FullName.surroundings(of: scope).lazy.map { FullName.joined($0, name) }
      .first { isDeclared($0) || genericParameters.contains($0) }
  }

  /// The full name of a type of the target that is called so in the type at `scope`.
  func declaredPath(of names: [String], from scope: String) -> String? {
    guard let first = names.first else { return nil }
    let isModule = first == moduleName && lookup(first, from: scope) == nil
    let rest = first == "Self" || isModule ? names.dropFirst() : names[...]
    guard let start = rest.first else { return nil }
    let own = FullName.joined(first == "Self" ? scope : "", start)
    let found = rest.count == names.count ? lookup(start, from: scope) : isDeclared(own) ? own : nil
    return found.map { ([$0] + rest.dropFirst()).joined(separator: ".") }
  }

  /// The full name to which some names come, through aliases, that is wanted.
  func path(of names: [String], from scope: String, where isWanted: (String) -> Bool) -> String? {
    var (names, scope) = (names, scope)
    for _ in 0..<Self.deepestAlias {
      guard let path = declaredPath(of: names, from: scope) else { return nil }
      if isWanted(path) { return path }
      // The alias may stand for the first of several names.
      guard let around = FullName.surroundings(of: path).first(where: { aliases[$0] != nil }),
        let alias = aliases[around], !alias.declaration.isGeneric
      else { return nil }
      let rest = path.dropFirst(around.count).split(separator: ".").map(String.init)
      (names, scope) = (TypeSyntax(alias.declaration.type?.text ?? "").path + rest, alias.scope)
    }
    return nil
  }

  /// What the alias of this full name stands for.
  private func target(ofAlias path: String) -> PlacedType? {
    guard let alias = aliases[path], let type = alias.declaration.type else { return nil }
    return PlacedType(syntax: TypeSyntax(type.text), scope: alias.scope, file: alias.file.source)
  }

  /// What a type comes to through aliases of the target: its full name, if the target declares it, and how that is written.
  func meaning(of type: PlacedType) -> (path: String?, type: PlacedType) {
    var type = type
    for _ in 0..<Self.deepestAlias {
      guard let path = declaredPath(of: type.syntax.path, from: type.scope) else { break }
      guard let target = target(ofAlias: path), aliases[path]?.declaration.isGeneric == false else {
        return (path, type)
      }
      type = target
    }
    return (nil, type)
  }

  /// The type of the library that is meant, through aliases of the target.
  ///
  /// - Returns: `Resolver`, `Lazy` and so on, with their generic arguments as they are written somewhere on the way;
  ///   `nil` for all other types, also those of the target that have such names.
  func libraryType(of type: PlacedType) -> (name: String, arguments: [PlacedType])? {
    var type = type
    var arguments: [PlacedType] = []
    var bound: [String: PlacedType] = [:]
    for _ in 0..<Self.deepestAlias {
      let names = type.syntax.path
      if !type.syntax.parts.isEmpty {
        arguments = type.syntax.parts.map { bound[$0.path.joined(separator: ".")] ?? type.part($0) }
      }
      guard let path = declaredPath(of: names, from: type.scope) else {
        if names.count == 2, names[0] == TargetSources.libraryName { return (names[1], arguments) }
        return names.count == 1 && seesLibrary(type.file) ? (names[0], arguments) : nil
      }
      guard let target = target(ofAlias: path) else { return nil }
      // An alias without parameters may be generic as what it stands for is: `typealias Later = Lazy`.
      bound = [:]
      if let alias = aliases[path]?.declaration, alias.isGeneric {
        for (name, argument) in zip(alias.genericParameters, arguments) { bound[name] = argument }
        arguments = []
      }
      type = bound[target.syntax.path.joined(separator: ".")] ?? target
    }
    return nil
  }

  /// Whether one of the types that are composed in a type is the protocol.
  func namesProtocol(_ type: PlacedType, depth: Int = 0) -> Bool {
    type.syntax.composed.contains { part in
      if libraryType(of: type.part(part))?.name == TargetSources.protocolName { return true }
      guard depth < Self.deepestAlias,
        let target = declaredPath(of: part.path, from: type.scope).flatMap(target)
      else { return false }
      return namesProtocol(target, depth: depth + 1)
    }
  }

  /// Whether names of the library need no module in front in this file.
  private func seesLibrary(_ file: SourceFile) -> Bool {
    isReexported || imports(of: file).contains(where: TargetSources.isOfLibrary)
  }
}
