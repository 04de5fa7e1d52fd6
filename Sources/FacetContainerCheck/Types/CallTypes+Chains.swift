import FacetSyntax

// MARK: - Chains of names and calls

extension CallTypes {
  /// What the first parts of a chain stand for.
  enum Found {
    case value(TypeReading)
    /// A type itself.
    case metatype(ServiceType)
    /// Functions of one name: those of a type, those outside of types, or all where nobody knows of what.
    ///
    /// It may as well be a function of another module that is made of some types of the sources; `nil` where it is none.
    case functions([Declared], of: ServiceType?, orOutside: [ServiceType]?)

    var functions: [Declared] { if case .functions(let functions, _, _) = self { functions } else { [] } }
    /// What something of another module is made of.
    var parts: [ServiceType] { if case .value(.outside(let parts)) = self { parts } else { [] } }
  }

  /// What the whole chain gives.
  func value(of chain: Expression) -> TypeReading {
    // `a?.b!` is what `a?.b` holds; in `a?.b!.c`, the chain goes on.
    let isChained =
      chain.children.last?.text.hasPrefix("!") != true
      && chain.children.contains { $0.kind == .mark && $0.text.hasPrefix("?") }
    let reading = value(of: find(chain))
    return isChained ? reading.optional : reading
  }

  private func value(of found: Found) -> TypeReading {
    switch found {
    case .value(let reading): reading
    case .metatype: .form(".Type")
    case .functions: .form("->")
    }
  }

  /// One of several.
  func oneOf(_ found: [Found]) -> Found {
    if found.count == 1 { return found[0] }
    let functions = found.flatMap(\.functions)
    return functions.isEmpty
      ? .value(.choice(found.map(value)))
      : .functions(functions, of: nil, orOutside: found.flatMap(\.parts))
  }

  /// What a chain, or its first parts, stand for.
  func find(_ chain: Expression, upTo count: Int? = nil) -> Found {
    let parts = chain.children[..<(count ?? chain.children.count)]
    var (found, next) = begin(parts, isImplicit: !chain.text.isEmpty)
    for index in next..<max(next, parts.count) {
      let part = parts[index]
      switch part.kind {
      case .mark: if case .value(let reading) = found { found = .value(reading.unwrapped) }
      case .name: found = member(part, of: found)
      case .call:
        let name = index > 0 ? parts[index - 1].text : ""
        found = .value(resolved(name, part, of: found) ?? call(part, of: found))
      case .reference:
        if case .metatype(let type) = found {
          found = .functions(initializers(of: type), of: type, orOutside: nil)
        }
        guard case .functions(let functions, let type, let parts) = found else { break }
        let named = functions.filter { $0.parameters.map(\.label) == part.labels }
        found = .functions(named, of: type, orOutside: parts)
      case .subscripts: found = .value(element(part, of: found))
      default: found = .value(.anything)
      }
    }
    return found
  }

  // MARK: Beginnings

  /// What the beginning stands for, and which part is next.
  private func begin(_ parts: ArraySlice<Expression>, isImplicit: Bool) -> (Found, next: Int) {
    guard let first = parts.first else { return (.value(.anything), 0) }
    if first.kind == .closure, parts.count > 1, parts[1].kind == .call {
      return (.value(first.closure.map(made(by:)) ?? .anything), 2)
    }
    guard first.kind == .name else { return (.value(deeper.read(first)), 1) }
    let name = first.text
    // What `.name` belongs to depends on what is expected.
    if isImplicit { return (.value(.anything), 1) }
    if let found = known(name) { return (found, 1) }
    if name.startsUppercase || table.namesType(name) { return beginType(parts) }
    if Self.givenNames.contains(name) || name.hasPrefix("$") || name.hasPrefix("_") {
      return (.value(.anything), 1)
    }
    if let type = surroundingPaths.first.flatMap(typeAround), table.isContainer(type.head.path) {
      return (member(name, of: type, isStatic: false), 1)
    }
    return (unknown(name, ofAnything: false), 1)
  }

  /// What the language gives a value to, or what a property wrapper makes.
  private static let givenNames: Set<String> = ["newValue", "oldValue", "error"]

  /// What a name stands for that is a word of the language, a variable, or a member of the types around.
  private func known(_ name: String) -> Found? {
    switch name {
    case "self", "Self", "super":
      guard let path = surroundingPaths.first, !path.isEmpty, let type = typeAround(path) else {
        return .value(.anything)
      }
      return name == "Self" ? .metatype(type) : .value(.type(type))
    case "true", "false": return .value(named("Bool"))
    case "nil": return .value(.form("?"))
    default: break
    }
    if let (local, scope) = local(name) {
      if let text = local.type { return .value(inside(scope).reading(text)) }
      guard let value = local.value else { return .value(TypeReading(type(ofParameter: name, in: scope))) }
      return .value(inside(scope, at: local.offset).deeper.read(value))
    }
    // Most names are of no member.
    guard table.values[name] != nil else { return nil }
    for path in surroundingPaths {
      let found = declared(name, in: path, of: path.isEmpty ? nil : typeAround(path))
      if let found { return found }
    }
    return nil
  }

  /// The type around, with what its generic parameters stand for.
  func typeAround(_ path: String) -> ServiceType? {
    let generics = table[path].generics
    guard !generics.isEmpty, generics.allSatisfy({ bindings[$0] != nil }) else { return types.type(path) }
    return types.type(
      "\(path)<\(generics.joined(separator: ", "))>",
      at: TypeResolver.Place(generics: Set(generics), bindings: bindings))
  }

  /// A chain that begins with the name of a type, or of a module.
  private func beginType(_ parts: ArraySlice<Expression>) -> (Found, next: Int) {
    let names = parts.prefix { $0.kind == .name && $0.text.startsUppercase }.map { $0.text + $0.generics }
    // Members of a type that the sources declare are looked up one by one.
    if let type = type(parts[0].text + parts[0].generics), type.head.isDeclared || names.count < 2 {
      return (.metatype(type), 1)
    }
    guard let type = type(names.joined(separator: ".")) else { return (.value(.anything), 1) }
    return (.metatype(type), max(1, names.count))
  }

  /// What the sources know of a name of which nobody sees the owner.
  func unknown(_ name: String, ofAnything: Bool) -> Found {
    let found = table.values[name] ?? []
    return found.isEmpty ? .value(ofAnything ? .anything : .outside(of: [])) : oneOf(found)
  }

  /// One of these functions or variables, or one of another module.
  func oneOf(_ found: [Declared]) -> Found {
    guard let view = choosing(among: found.count) else { return .value(.anything) }
    if found.contains(where: { $0.kind == .func }) { return .functions(found, of: nil, orOutside: []) }
    return .value(.choice(found.map { view.type(of: $0, on: nil) } + [.outside(of: [])]))
  }

  /// The view of each of several things, one of which is meant; `nil` where they are too many, with the choices on the way here.
  func choosing(among count: Int) -> CallTypes? {
    var result = deeper
    result.choices *= max(1, count)
    return result.choices <= Self.mostChoices ? result : nil
  }

  static let mostChoices = 64
}
