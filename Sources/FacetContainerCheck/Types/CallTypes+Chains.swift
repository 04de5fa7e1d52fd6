import FacetSyntax

// MARK: - Chains of names and calls

extension CallTypes {
  /// What the first parts of a chain stand for.
  enum Found {
    case value(TypeReading)
    /// A type itself.
    case metatype(ServiceType)
    /// Functions of one name: those of a type, those outside of types, or all where nobody knows of what.
    case functions([Declared], of: ServiceType?, isCertain: Bool)
  }

  /// What the whole chain gives.
  func value(of chain: Expression) -> TypeReading {
    let isChained = chain.children.last { $0.kind == .mark }?.text.hasSuffix("?") == true
    switch find(chain) {
    case .value(let reading): return isChained ? reading.optional : reading
    case .metatype: return .form(".Type")
    case .functions: return .form("->")
    }
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
        let isResolve = index > 0 && Self.resolving.contains(parts[index - 1].text)
        let asked = isResolve ? part.children.first?.metatype : nil
        found = .value(asked.map(reading) ?? call(part, of: found))
      case .reference:
        if case .metatype(let type) = found {
          found = .functions(initializers(of: type), of: type, isCertain: true)
        }
        guard case .functions(let functions, let type, let isCertain) = found else { break }
        let named = functions.filter { $0.parameters.map(\.label) == part.labels }
        found = .functions(named, of: type, isCertain: isCertain)
      case .subscripts: found = .value(element(part, of: found))
      default: found = .value(.anything)
      }
    }
    return found
  }

  private static let resolving: Set<String> = ["resolve", "require", "resolveAsync", "requireAsync"]

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
      guard let value = local.value else { return .value(.anything) }
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

  private static let mostChoices = 20

  /// What the sources know of a name of which nobody sees the owner.
  func unknown(_ name: String, ofAnything: Bool) -> Found {
    let found = table.values[name] ?? []
    return found.isEmpty ? .value(ofAnything ? .anything : .outside(of: [])) : oneOf(found)
  }

  /// One of these functions or variables, or one of another module.
  func oneOf(_ found: [Declared]) -> Found {
    // Many, or some in many others, would take long to look through.
    guard found.count <= Self.mostChoices, depth < Self.deepestValue / 2 else { return .value(.anything) }
    if found.contains(where: { $0.kind == .func }) { return .functions(found, of: nil, isCertain: false) }
    return .value(.choice(found.map { deeper.type(of: $0, on: nil) } + [.outside(of: [])]))
  }
}
