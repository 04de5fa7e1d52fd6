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
      // What is declared with `!` is taken as it is.
      if let inside = type.unwrapped, !Self.membersOfOptionals.contains(name), addedValues(name).isEmpty {
        return member(part, of: .value(.type(inside)))
      }
      if name == "init" { return .functions(initializers(of: type), of: type, orOutside: nil) }
      return member(name, of: type, isStatic: false)
    case .value(.outside(let parts)):
      // It may give what it is made of.
      let own = parts.compactMap { part in declared(name, in: part.head.path, of: part) }
      let added = addedValues(name)
      return oneOf(own + (added.isEmpty ? [] : [oneOf(added)]) + [found])
    case .value(.oneOf(let readings)):
      return choosing(among: readings.count).map { view in
        oneOf(readings.map { view.member(part, of: .value($0)) })
      } ?? .value(.anything)
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
    if type.isList, Self.elements.contains(name) {
      return .value(.type(ServiceType(optional: type.parts[0])))
    }
    guard type.head.isDeclared else { return .value(.outside(of: type.partsOfSources)) }
    return .value(table.hasForeignBase(path) ? inherited(of: type) : .anything)
  }

  private static let membersOfOptionals: Set<String> = [
    "map", "flatMap", "unsafelyUnwrapped", "take", "hash", "hashValue", "customMirror", "debugDescription",
  ]
  private static let containersOfContainers: Set<String> = [
    "main", "root", "resolver", "synchronize", "defaultContainer",
  ]

  private static let elements: Set<String> = ["first", "last"]

  /// A member of a type outside that a type of the sources inherits from or conforms to, which may be of any type that it is made with.
  private func inherited(of type: ServiceType) -> TypeReading {
    let path = type.head.path
    let members = table[path].types.flatMap(\.declaration.members).compactMap(\.type)
    let texts = Set((table[path].types.flatMap(\.declaration.inherited) + members).map(\.text))
    guard type.parts.isEmpty, texts.count <= Self.mostTexts else { return .anything }
    let place = TypeResolver.Place(path: path)
    let parts = Array(texts).all { types.type($0, at: place)?.partsOfSources }?.flatMap { $0 }
    return parts.map { .outside(of: [type] + $0) } ?? .anything
  }

  private static let mostTexts = 40

  private func addedValues(_ name: String) -> [Declared] {
    table.addedMembers.contains(name) ? table.values[name] ?? [] : []
  }

  /// What a type, or what it inherits from, or the file level declares under a name.
  func declared(_ name: String, in path: String, of type: @autoclosure () -> ServiceType?) -> Found? {
    for path in [path] + table[path].ancestors {
      let entry = entry(FullName.joined(path, name))
      if !entry.functions.isEmpty { return .functions(entry.functions, of: type(), orOutside: nil) }
      if !entry.variables.isEmpty {
        guard let view = choosing(among: entry.variables.count) else { return .value(.anything) }
        let type = type()
        return .value(.choice(entry.variables.map { view.type(of: $0, on: type) }))
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
    let place = place(of: variable, asSeenFrom: type)
    if let text = variable.type { return TypeReading(types.type(text, at: place)) }
    let view = CallTypes(
      types: types, base: variable.container, baseFile: variable.file, bindings: place.bindings,
      depth: depth + 1, choices: choices)
    return variable.value.map(view.read) ?? .anything
  }

  // MARK: Generic classes

  private static let deepestInheritance = 10

  /// Where something is declared, for a type that is the one around it, or inherits from that.
  func place(of declared: Declared, asSeenFrom type: ServiceType? = nil) -> TypeResolver.Place {
    let path = declared.container
    let known = type.map { bindings(of: path, asSeenFrom: $0) } ?? [:]
    return TypeResolver.Place(path: path, file: declared.file, bindings: known)
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
      guard let next = table[type.head.path].superclass.flatMap({ types.type($0, at: place) }) else { break }
      type = next
    }
    return [:]
  }

  // MARK: Initializers

  /// The initializers of a type: its own, those it inherits, or the one that a structure gets from its properties.
  func initializers(of type: ServiceType) -> [Declared] {
    var path = type.head.path
    for _ in 0..<Self.deepestInheritance {
      let own = entry(path + ".init").functions
      if !own.isEmpty { return own }
      guard let declared = entry(path).declaration, declared.kind != .struct else {
        return type.head.isDeclared ? [Declared(memberwise(path), in: path, file: file)] : []
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
    let properties = entry(path).properties.filter { !($0.isConstant && $0.hasValue) }
    return Declaration(
      initializerWith: properties.map { property in
        let wrapper = property.declaration.wrapper
        let isWrapped = wrapper.map { takesWrappedValue($0.name) } ?? true
        var parameter = Parameter(
          label: property.name, name: property.name,
          type: TypeReference(text: isWrapped == true ? property.type ?? "" : "", offset: 0))
        // A wrapper that takes no value begins by itself.
        parameter.hasDefault = property.hasValue || wrapper?.open ?? -1 >= 0 || isWrapped == false
        return parameter
      })
  }

  /// Whether the initializer of a structure takes the value of a property with a wrapper, not the wrapper; `nil` where nobody knows.
  private func takesWrappedValue(_ wrapper: String) -> Bool? {
    guard table.declares(wrapper) else {
      return Self.wrappingValues.contains(wrapper)
        ? true : ContainerCall.wrappers.contains(wrapper) ? false : nil
    }
    guard table[wrapper].isPropertyWrapper else { return true }
    let written = table[wrapper + ".init"].functions
    let all = written.isEmpty ? [memberwise(wrapper)] : written.map(\.declaration)
    return all.contains { $0.parameters.contains { $0.label == "wrappedValue" } }
  }

  private static let wrappingValues: Set<String> = [
    "ObservedObject", "StateObject", "State", "Published", "Bindable", "IBOutlet", "MainActor",
  ]
}

extension Declaration {
  /// An initializer that nobody wrote.
  fileprivate convenience init(initializerWith parameters: [Parameter]) {
    self.init(kind: .`init`)
    (name, self.parameters) = ("init", parameters)
  }
}
