import FacetSyntax

// MARK: - Members

extension CallTypes {
  func member(_ part: Expression, of found: Found) -> Found {
    let name = part.text
    switch found {
    case .metatype(let type):
      if name == "init" || name == "self" { return found }
      return member(name + part.generics, of: type, isStatic: true)
    case .value(.type(let type)):
      if name == "init" { return .functions(initializers(of: type), of: type, isCertain: true) }
      return member(name, of: type, isStatic: false)
    case .value(.outside):
      let added = addedValues(name)
      return added.isEmpty ? found : oneOf(added)
    case .value, .functions: return unknown(name, ofAnything: true)
    }
  }

  func member(_ name: String, of type: ServiceType, isStatic: Bool) -> Found {
    let path = type.head.path
    if isStatic, let inner = types.type(FullName.joined(path, name)), inner.head.isDeclared {
      return .metatype(inner)
    }
    if type.head.isName, let found = declared(name, in: path, of: type) { return found }
    if table.isContainer(path), Self.containersOfContainers.contains(name) {
      return .value(named("Resolver"))
    }
    if type.head.isName, !type.head.isDeclared, table.modules.contains(path),
      let found = declared(name, in: "", of: nil)
    {
      return found
    }
    let added = addedValues(name)
    if !added.isEmpty { return oneOf(added) }
    if table.isContainer(path) { return .value(.anything) }
    if !type.isOfSources { return .value(.outside(of: [])) }
    // A class has the members of the one outside that it inherits from; a list gives what it is made of.
    if type.head.isDeclared, !type.parts.isEmpty || !table.hasForeignBase(path) { return .value(.anything) }
    return .value(.outside(of: type.partsOfSources))
  }

  private static let containersOfContainers: Set<String> = [
    "main", "root", "resolver", "synchronize", "defaultContainer",
  ]

  private func addedValues(_ name: String) -> [Declared] {
    table.addedMembers.contains(name) ? table.values[name] ?? [] : []
  }

  /// What a type, or what it inherits from, or the file level declares under a name.
  func declared(_ name: String, in path: String, of type: @autoclosure () -> ServiceType?) -> Found? {
    for path in [path] + table[path].ancestors {
      let entry = table[FullName.joined(path, name)]
      if !entry.functions.isEmpty { return .functions(entry.functions, of: type(), isCertain: true) }
      if !entry.variables.isEmpty {
        let type = type()
        return .value(.choice(entry.variables.map { deeper.type(of: $0, on: type) }))
      }
    }
    return nil
  }

  /// The type of a property or constant.
  func type(of variable: Declared, on type: ServiceType?) -> TypeReading {
    guard depth < Self.deepestValue else { return .anything }
    if variable.kind == .func { return .form("->") }
    if variable.kind == .case || variable.type == "Self" {
      return TypeReading(type ?? types.type(variable.container))
    }
    let place = place(in: variable.container, asSeenFrom: type)
    if let text = variable.type { return TypeReading(types.type(text, at: place)) }
    let view = CallTypes(types: types, base: variable.container, bindings: place.bindings, depth: depth + 1)
    return variable.value.map(view.read) ?? .anything
  }

  // MARK: Generic classes

  private static let deepestInheritance = 10

  /// Where the members of a class are written, for a type that is this class, or inherits from it.
  func place(in path: String, asSeenFrom type: ServiceType?) -> TypeResolver.Place {
    TypeResolver.Place(path: path, bindings: type.map { bindings(of: path, asSeenFrom: $0) } ?? [:])
  }

  /// What the generic parameters of a class stand for in a type that is this class, or inherits from it.
  func bindings(of path: String, asSeenFrom type: ServiceType) -> Bindings {
    var type = type
    for _ in 0..<Self.deepestInheritance {
      let generics = table[type.head.path].generics
      var binder = GenericBinder(Set(generics))
      binder.bind(generics, to: type.parts)
      if type.head.path == path { return binder.types }
      let place = TypeResolver.Place(path: type.head.path, bindings: binder.types)
      guard let next = table[type.head.path].superclass.flatMap({ types.type($0, at: place) }) else {
        break
      }
      type = next
    }
    return [:]
  }

  // MARK: Initializers

  /// The initializers of a type: its own, those it inherits, or the one that a structure gets from its properties.
  func initializers(of type: ServiceType) -> [Declared] {
    var path = type.head.path
    for _ in 0..<Self.deepestInheritance {
      let own = table[path + ".init"].functions
      if !own.isEmpty { return own }
      guard let declared = table[path].types.first(where: { !$0.isExtension }), declared.kind != .struct
      else {
        return type.head.isDeclared ? [Declared(memberwise(path), in: path)] : []
      }
      // The arguments of a generic class may be open here.
      guard let base = table[path].superclass,
        let next = types.type(String(base.prefix { $0 != "<" }), at: TypeResolver.Place(path: path)),
        next.head.isDeclared, next.head.path != path
      else { break }
      path = next.head.path
    }
    // A class that declares none has the one without parameters.
    guard table[path].types.contains(where: { $0.kind == .class || $0.kind == .actor }) else { return [] }
    return [Declared(Declaration(initializerWith: []), in: path)]
  }

  private func memberwise(_ path: String) -> Declaration {
    let properties = table[path].properties.filter { property in
      !property.declaration.hasCustomAttribute && !(property.isConstant && property.hasValue)
    }
    return Declaration(
      initializerWith: properties.map { property in
        var parameter = Parameter(
          label: property.name, name: property.name,
          type: TypeReference(text: property.type ?? "", offset: 0))
        parameter.hasDefault = property.hasValue
        return parameter
      })
  }
}

extension Declaration {
  /// An initializer that nobody wrote.
  fileprivate convenience init(initializerWith parameters: [Parameter]) {
    self.init(kind: .`init`)
    (name, self.parameters) = ("init", parameters)
  }
}
