import FacetSyntax

/// Finds out which type is meant by a text at some place.
struct TypeResolver {
  private static let deepestAlias = 12

  let table: DeclarationTable

  init(_ table: DeclarationTable) { self.table = table }

  /// Where a type is written: the types around it, and the names that are no fixed types there.
  struct Place: Sendable {
    var path = ""
    /// The file in which it stands; empty where nobody knows.
    var file = ""
    var generics: Set<String> = []
    /// Whether it stands in an extension of a type that the sources do not declare.
    var isForeign = false
    /// What the open names stand for, where that is known.
    var bindings: [String: ServiceType] = [:]
  }

  /// Names that stand for another type in each conformance to a protocol from elsewhere.
  private static let foreignAssociatedTypes: Set<String> = [
    "Body", "Output", "Failure", "Input", "Element", "Index", "Iterator", "Key", "Value", "Context", "ID",
    "RawValue", "Coordinator", "Content", "Configuration", "Label", "Action", "State", "Route", "ViewModel",
    "View", "Dependency", "Dependencies", "Component", "Wrapped",
  ]

  /// Whether the name stands for different types at different times.
  func isOpen(_ name: String, at place: Place) -> Bool {
    if place.generics.contains(name) || table[place.path].openNames.contains(name) { return true }
    return place.isForeign && Self.foreignAssociatedTypes.contains(name) && !table.declares(name)
  }

  /// The type that is written `text`; `nil` where that cannot be known.
  func type(_ text: String, at place: Place = Place()) -> ServiceType? {
    type(TypeSyntax(text), at: place, depth: 0)
  }

  func type(_ syntax: TypeSyntax, at place: Place, depth: Int = 0) -> ServiceType? {
    guard depth < Self.deepestAlias else { return nil }
    switch syntax {
    case .named(let names): return named(names, at: place, depth: depth)
    case .unreadable: return nil
    case .composition(let parts):
      // The order does not matter.
      return types(parts, at: place, depth).map { types in
        ServiceType(syntax, types.inOrder { $0.shortText < $1.shortText })
      }
    default: return types(syntax.parts, at: place, depth).map { ServiceType(syntax, $0) }
    }
  }

  /// All of the types; `nil` where one cannot be known.
  private func types(_ parts: [TypeSyntax], at place: Place, _ depth: Int) -> [ServiceType]? {
    parts.all { type($0, at: place, depth: depth + 1) }
  }

  private func named(_ names: [TypeSyntax.Name], at place: Place, depth: Int) -> ServiceType? {
    guard depth < Self.deepestAlias, let first = names.first else { return nil }
    if first.text == "Self" || isOpen(first.text, at: place) {
      return names.count == 1 && first.arguments.isEmpty ? place.bindings[first.text] : nil
    }
    if names.count == 1, let special = special(first, at: place, depth: depth) { return special }
    guard let arguments = types(names.flatMap(\.arguments), at: place, depth) else { return nil }
    let parts = names.map(\.text)
    switch find(parts, from: place.path) {
    case .type(let path, let isDeclared):
      return service(path, arguments, isResolved: isDeclared, written: parts, in: place.file)
    case .alias(let alias, let rest):
      let names = alias.declaration.genericParameters
      if alias.isGeneric {
        guard names.count == arguments.count, rest.isEmpty else { return nil }
        let bindings = Dictionary(zip(names, arguments)) { first, _ in first }
        let place = Place(path: alias.container, file: alias.file, generics: Set(names), bindings: bindings)
        return self.type(TypeSyntax(alias.type ?? ""), at: place, depth: depth + 1)
      }
      let type = expand(alias, rest, depth: depth)
      // `typealias Stream = Library.Stream`, and then `Stream<Int>`.
      guard !arguments.isEmpty else { return type }
      guard let head = type?.head, head.isName, type?.parts.isEmpty == true else { return nil }
      return service(head.path, arguments, isResolved: head.isDeclared)
    case .ambiguous: return nil
    case .unknown:
      let path = withoutModule(parts).joined(separator: ".")
      return service(path, arguments, isResolved: false, written: parts)
    }
  }

  /// The type that was found as `path` by names in front of which a module may be written.
  private func service(
    _ path: String, _ arguments: [ServiceType], isResolved: Bool, written names: [String] = [],
    in file: String = ""
  ) -> ServiceType {
    var head = ServiceType.Head(
      path: path, name: TypeSyntax.lastName(path), isDeclared: isResolved,
      isGeneric: isResolved && table.isGeneric(path))
    let root = FullName.root(of: path)
    if names.count > 1, path == names.dropFirst().joined(separator: ".") {
      (head.module, head.variant) = (names[0], table.variant(of: root, in: names[0]) ?? "")
    } else if isResolved, let variant = table.variant(of: root, seenFrom: file) {
      (head.module, head.variant) = (Folders.name(variant), variant)
    }
    head.isContainer = table.isContainer(path)
    return ServiceType(head, arguments)
  }

  /// The types that the language or the library gives a meaning.
  private func special(_ name: TypeSyntax.Name, at place: Place, depth: Int) -> ServiceType? {
    guard let first = name.arguments.first, !table.declares(name.text) else { return nil }
    switch name.text {
    case "Optional": return type(.optional(first), at: place, depth: depth + 1)
    case "Array": return type(.array(first), at: place, depth: depth + 1)
    case "Dictionary" where name.arguments.count == 2:
      return type(.dictionary(first, name.arguments[1]), at: place, depth: depth + 1)
    case "Lazy", "Provider", "AsyncLazy", "AsyncProvider":
      guard !table.declares("Lazy"), !table.declares("Provider"),
        let parts = types(name.arguments, at: place, depth)
      else { return nil }
      return ServiceType(ServiceType.Head(path: name.text, name: name.text, isDeferred: true), parts)
    default: return nil
    }
  }

  // MARK: - Names

  private enum Found {
    /// The path of a type, and whether the sources declare it.
    case type(String, isDeclared: Bool)
    case alias(Declared, rest: [String])
    case ambiguous, unknown
  }

  /// Looks a name up in the types around a place, in what they inherit, and at file level.
  private func find(_ parts: [String], from path: String) -> Found {
    for around in table.surroundings(of: path) {
      if let found = member(parts, of: around, depth: 0) { return found }
      // A type may be declared in an extension of one that is not.
      guard parts.count > 1 else { continue }
      let path = FullName.joined(around, parts.joined(separator: "."))
      if table.declares(path) { return .type(path, isDeclared: true) }
    }
    let stripped = withoutModule(parts)
    return stripped.count < parts.count ? find(stripped, from: "") : .unknown
  }

  /// Looks a name up among the members of a type, be they inherited.
  private func member(_ parts: [String], of path: String, depth: Int) -> Found? {
    if let found = ownMember(parts, of: path, depth: depth) { return found }
    for base in table[path].basesWithTypes {
      if let found = ownMember(parts, of: base, depth: depth) { return found }
    }
    return nil
  }

  private func ownMember(_ parts: [String], of path: String, depth: Int) -> Found? {
    guard let first = parts.first, depth < Self.deepestAlias else { return nil }
    let candidate = FullName.joined(path, first)
    let found = table[candidate]
    if !found.aliases.isEmpty {
      return found.alias.map { .alias($0, rest: Array(parts.dropFirst())) } ?? .ambiguous
    }
    guard found.declaresType else { return nil }
    // What an extension of an alias declares is a member of another type.
    guard parts.count > 1 else { return .type(candidate, isDeclared: table[path].aliases.isEmpty) }
    let rest = Array(parts.dropFirst())
    // What the sources do not show may be inherited, and have another name too.
    return member(rest, of: candidate, depth: depth + 1)
      ?? .type(candidate + "." + rest.joined(separator: "."), isDeclared: false)
  }

  private func expand(_ alias: Declared, _ rest: [String], depth: Int) -> ServiceType? {
    let place = Place(path: alias.container, file: alias.file)
    let target = TypeSyntax(alias.type ?? "")
    if case .named(let names) = target, names.count > 1, names.allSatisfy(\.arguments.isEmpty),
      withoutModule(names.map(\.text)) == [alias.name]
    {
      // `typealias Realm = Library.Realm` is the type of another module, not itself.
      let isDeclared = table.declares(alias.name)
      let path = (isDeclared ? [alias.name] : names.map(\.text)) + rest
      return service(path.joined(separator: "."), [], isResolved: isDeclared)
    }
    guard !rest.isEmpty else { return type(target, at: place, depth: depth + 1) }
    guard case .named(var names) = target else { return nil }
    names += rest.map { TypeSyntax.Name(text: $0) }
    return named(names, at: place, depth: depth + 1)
  }

  private func withoutModule(_ parts: [String]) -> [String] {
    guard parts.count > 1, !table.namesType(parts[0]) else { return parts }
    let isModule = table.modules.contains(parts[0]) || parts[0] == "Swift"
    // The module of the sources themselves is imported by nobody.
    return isModule || table.namesType(parts[1]) ? Array(parts.dropFirst()) : parts
  }
}
