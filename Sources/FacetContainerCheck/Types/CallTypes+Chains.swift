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
  func value(of chain: Expression, in scope: Int, _ bindings: Bindings = [:], _ depth: Int = 0) -> TypeReading
  {
    let isChained = chain.children.lastIndex { $0.kind == .mark }.map {
      chain.children[$0].text.hasSuffix("?")
    }
    switch find(chain, upTo: chain.children.count, in: scope, bindings, depth) {
    case .value(let reading): return isChained == true ? reading.optional : reading
    case .metatype: return .form(".Type")
    case .functions: return .form("->")
    }
  }

  /// What the first parts of a chain stand for.
  func find(
    _ chain: Expression, upTo count: Int, in scope: Int, _ bindings: Bindings = [:], _ depth: Int = 0
  ) -> Found {
    var index = 0
    var found = begin(chain, upTo: count, in: scope, bindings, depth, &index)
    while index < count {
      let part = chain.children[index]
      switch part.kind {
      case .mark: if case .value(let reading) = found { found = .value(reading.unwrapped) }
      case .name: found = member(part, of: found, depth)
      case .call:
        let name = index > 0 ? chain.children[index - 1].text : ""
        if Self.resolving.contains(name), let text = part.children.first?.metatype {
          found = .value(reading(text, in: scope, bindings))
        } else {
          found = .value(call(part, of: found, in: scope, bindings, depth))
        }
      case .reference:
        if case .metatype(let type) = found {
          found = .functions(initializers(of: type), of: type, isCertain: true)
        }
        guard case .functions(let functions, let type, let isCertain) = found else { break }
        found = .functions(
          functions.filter { $0.parameters.map(\.label) == part.labels }, of: type, isCertain: isCertain)
      case .subscripts: found = .value(element(part, of: found, in: scope, bindings, depth))
      default: found = .value(.anything)
      }
      index += 1
    }
    return found
  }

  private static let resolving: Set<String> = ["resolve", "require", "resolveAsync", "requireAsync"]

  // MARK: Beginnings

  private func begin(
    _ chain: Expression, upTo count: Int, in scope: Int, _ bindings: Bindings, _ depth: Int,
    _ index: inout Int
  ) -> Found {
    guard let first = chain.children.first, count > 0 else { return .value(.anything) }
    index = 1
    if first.kind == .closure, count > 1, chain.children[1].kind == .call {
      index = 2
      return .value(first.closure.map { read($0, bindings, depth: depth) } ?? .anything)
    }
    guard first.kind == .name else { return .value(read(first, in: scope, bindings, depth: depth + 1)) }
    // What `.name` belongs to depends on what is expected.
    if !chain.text.isEmpty { return .value(.anything) }
    let around = surroundingPaths(scope)
    switch first.text {
    case "self", "Self", "super":
      guard let path = around.first, !path.isEmpty, let type = typeAround(path, bindings) else {
        return .value(.anything)
      }
      if first.text == "Self" { return .metatype(type) }
      guard first.text == "super" else { return .value(.type(type)) }
      let base = table.superclass(of: path).flatMap { types.type($0, at: TypeResolver.Place(path: path)) }
      return .value(TypeReading(base))
    case "true", "false": return .value(reading("Bool", in: 0))
    case "nil": return .value(.form("?"))
    default: break
    }
    if let (local, place) = local(first.text, in: scope) {
      if let text = local.type { return .value(reading(text, in: place, bindings)) }
      guard let value = local.value else { return .value(.anything) }
      return .value(seen(from: local, in: place).read(value, in: place, bindings, depth: depth + 1))
    }
    for path in around {
      let type = path.isEmpty ? nil : typeAround(path, bindings)
      if let found = declared(first.text, in: path, of: type, depth) { return found }
    }
    if first.text.startsUppercase || table.namesType(first.text) {
      return beginType(chain, upTo: count, in: scope, bindings, &index)
    }
    if Self.givenNames.contains(first.text) || first.text.hasPrefix("$") || first.text.hasPrefix("_") {
      return .value(.anything)
    }
    if let type = around.first.flatMap({ typeAround($0, bindings) }), table.isContainer(type.head.path) {
      return member(first.text, of: type, isStatic: false, depth)
    }
    return unknown(first.text, ofAnything: false, depth)
  }

  /// What the language gives a value to, or what a property wrapper makes.
  private static let givenNames: Set<String> = ["newValue", "oldValue", "error"]

  private func typeAround(_ path: String, _ bindings: Bindings) -> ServiceType? {
    let generics = table.generics(of: path)
    guard !generics.isEmpty, generics.allSatisfy({ bindings[$0] != nil }) else {
      return types.type(path, at: TypeResolver.Place(path: ""))
    }
    return types.type(
      "\(path)<\(generics.joined(separator: ", "))>",
      at: TypeResolver.Place(path: "", generics: Set(generics), bindings: bindings))
  }

  /// A chain that begins with the name of a type, or of a module.
  private func beginType(
    _ chain: Expression, upTo count: Int, in scope: Int, _ bindings: Bindings, _ index: inout Int
  ) -> Found {
    let names = chain.children[..<count].prefix { $0.kind == .name && $0.text.startsUppercase }
    let first = chain.children[0].text + chain.children[0].generics
    // Members of a type that the sources declare are looked up one by one.
    if let type = type(first, in: scope, bindings), type.head.isDeclared || names.count < 2 {
      return .metatype(type)
    }
    let text = names.map { $0.text + $0.generics }.joined(separator: ".")
    guard let type = type(text, in: scope, bindings) else { return .value(.anything) }
    index = max(1, names.count)
    return .metatype(type)
  }

  private static let mostChoices = 20

  /// What the sources know of a name of which nobody sees the owner.
  private func unknown(_ name: String, ofAnything: Bool, _ depth: Int) -> Found {
    let found = table.values[name] ?? []
    return found.isEmpty ? .value(ofAnything ? .anything : .outside(of: [])) : oneOf(found, depth)
  }

  /// One of these functions or variables, or one of another module.
  private func oneOf(_ found: [Declared], _ depth: Int) -> Found {
    // Many, or some in many others, would take long to look through.
    guard found.count <= Self.mostChoices, depth < Self.deepestValue / 2 else { return .value(.anything) }
    if found.contains(where: { $0.kind == .func }) { return .functions(found, of: nil, isCertain: false) }
    return .value(.choice(found.map { read($0, of: nil, depth + 1) } + [.outside(of: [])]))
  }

  // MARK: Members

  private func member(_ part: Expression, of found: Found, _ depth: Int) -> Found {
    let name = part.text
    switch found {
    case .metatype(let type):
      if name == "init" || name == "self" { return found }
      return member(name + part.generics, of: type, isStatic: true, depth)
    case .value(.type(let type)):
      if name == "self" { return found }
      if name == "init" { return .functions(initializers(of: type), of: type, isCertain: true) }
      return member(name, of: type, isStatic: false, depth)
    case .value(.outside):
      let added = addedValues(name)
      return added.isEmpty ? found : oneOf(added, depth)
    case .value, .functions: return unknown(name, ofAnything: true, depth)
    }
  }

  private func member(_ name: String, of type: ServiceType, isStatic: Bool, _ depth: Int) -> Found {
    let path = type.head.path
    if isStatic, let inner = typeAround(FullName.joined(path, name), [:]), inner.head.isDeclared {
      return .metatype(inner)
    }
    if type.head.isName, let found = declared(name, in: path, of: type, depth) { return found }
    if table.isContainer(path), Self.containersOfContainers.contains(name) {
      return .value(reading("Resolver", in: -1))
    }
    if type.head.isName, !type.head.isDeclared, table.modules.contains(path),
      let found = declared(name, in: "", of: nil, depth)
    {
      return found
    }
    let added = addedValues(name)
    if !added.isEmpty { return oneOf(added, depth) }
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
    guard table.addedMembers.contains(name) else { return [] }
    return table.values[name] ?? []
  }

  /// What a type, or what it inherits from, or the file level declares under a name.
  private func declared(_ name: String, in path: String, of type: ServiceType?, _ depth: Int) -> Found? {
    for path in [path] + (path.isEmpty ? [] : table.ancestors(of: path)) {
      let full = FullName.joined(path, name)
      guard let entry = table[full] else { continue }
      if !entry.functions.isEmpty { return .functions(entry.functions, of: type, isCertain: true) }
      if !entry.variables.isEmpty {
        return .value(.choice(entry.variables.map { read($0, of: type, depth + 1) }))
      }
    }
    return nil
  }

  /// The type of a property or constant.
  private func read(_ variable: Declared, of type: ServiceType?, _ depth: Int) -> TypeReading {
    guard depth < Self.deepestValue else { return .anything }
    if variable.kind == .func { return .form("->") }
    var place = TypeResolver.Place(path: variable.container)
    if let type { place.bindings = bindings(of: variable.container, asSeenFrom: type) }
    if variable.kind == .case || variable.type == "Self" {
      return TypeReading(type ?? types.type(variable.container, at: TypeResolver.Place(path: "")))
    }
    if let text = variable.type { return TypeReading(types.type(text, at: place)) }
    guard let value = variable.value else { return .anything }
    var outside = CallTypes(file: file, table: table, types: types)
    outside.base = variable.container
    return outside.read(value, in: -1, place.bindings, depth: depth + 1)
  }

  // MARK: Calls

  func call(
    _ call: Expression, of found: Found, in scope: Int, _ bindings: Bindings, _ depth: Int
  ) -> TypeReading {
    switch found {
    case .metatype(let type): return made(type, call.labels)
    case .functions(let functions, let type, let isCertain):
      let fitting = functions.filter { Self.match(call.labels, $0.parameters) != nil }
      let readings = (fitting.isEmpty ? functions : fitting).map { function in
        function.kind == .func || function.kind == .`init` || function.kind == .subscript
          ? result(of: function, call, on: type, in: scope, bindings, depth)
          : Self.result(of: read(function, of: type, depth))
      }
      return .choice(isCertain ? readings : readings + [.outside(of: [])])
    case .value(.outside(let parts)):
      var made = parts
      for argument in call.children {
        guard let types = types(in: argument, in: scope, bindings, depth) else { return .anything }
        made += types
      }
      return .outside(of: made)
    case .value(.type(let type)) where type.head.isDeclared:
      if case .functions(let functions, _, _)? = declared(
        "callAsFunction", in: type.head.path, of: type, depth)
      {
        return self.call(
          call, of: .functions(functions, of: type, isCertain: true), in: scope, bindings, depth)
      }
      return .anything
    case .value(let reading): return Self.result(of: reading)
    }
  }

  /// What a function type gives.
  private static func result(of reading: TypeReading) -> TypeReading {
    guard case .type(let type) = reading.unwrapped else { return reading.isOutside ? reading : .anything }
    if type.head.form == "->" { return .type(type.parts[1]) }
    return type.head.isDeclared ? .anything : .outside(of: type.partsOfSources)
  }

  /// The types of the sources that a function of another module may give back, because it gets them; `nil` where they are not known.
  private func types(
    in argument: Expression, in scope: Int, _ bindings: Bindings, _ depth: Int
  ) -> [ServiceType]? {
    let reading: TypeReading
    if let text = argument.metatype {
      reading = self.reading(text, in: scope, bindings)
    } else if argument.kind == .closure || argument.operand.children.first?.kind == .closure {
      guard let closure = argument.closureValue, !closure.values.isEmpty else { return [] }
      reading = read(closure, bindings, depth: depth + 1)
    } else if !argument.operand.text.isEmpty {
      // `.name` is of a type that the function asks for.
      return []
    } else {
      reading = read(argument, in: scope, bindings, depth: depth + 1)
    }
    return Self.sourceTypes(in: reading)
  }

  private static func sourceTypes(in reading: TypeReading) -> [ServiceType]? {
    switch reading {
    case .type(let type): return type.isOfSources ? [type] : []
    case .outside(let types): return types
    case .form: return []
    case .anything: return nil
    case .oneOf(let readings):
      let found = readings.map(sourceTypes)
      return found.contains { $0 == nil } ? nil : found.flatMap { $0 ?? [] }
    }
  }

  /// What an initializer makes.
  private func made(_ type: ServiceType, _ labels: [String?]) -> TypeReading {
    let fitting = initializers(of: type).filter { Self.match(labels, $0.parameters) != nil }
    // An enum has an initializer that nobody writes.
    let isOfRawValue =
      fitting.isEmpty && labels == ["rawValue"] && table.types(type.head.path).contains { $0.kind == .enum }
    let failing = fitting.count(where: \.isFailable) + (isOfRawValue ? 1 : 0)
    if failing == 0 { return .type(type) }
    let optional = TypeReading.type(type).optional
    return failing >= fitting.count ? optional : .choice([.type(type), optional])
  }

  private func result(
    of function: Declared, _ call: Expression, on type: ServiceType?, in scope: Int, _ bindings: Bindings,
    _ depth: Int
  ) -> TypeReading {
    let own = type ?? types.type(function.container, at: TypeResolver.Place(path: ""))
    guard let text = function.kind == .`init` ? "Self" : function.type else { return .form("()") }
    if text == "Self" { return TypeReading(own) }
    var place = TypeResolver.Place(path: function.container)
    if let type { place.bindings = self.bindings(of: function.container, asSeenFrom: type) }
    if function.isGeneric {
      var binder = GenericBinder(Set(function.declaration.genericParameters))
      let places = Self.match(call.labels, function.parameters) ?? [:]
      for (index, argument) in call.children.enumerated() {
        guard let parameter = places[index].map({ TypeSyntax(function.parameters[$0].typeText) }) else {
          continue
        }
        if case .metatype(let instance) = parameter {
          if let text = argument.metatype, let type = self.type(text, in: scope, bindings) {
            binder.unify(instance, with: type)
          }
        } else if let type = read(argument, in: scope, bindings, depth: depth + 1).type {
          binder.unify(parameter, with: type)
        }
      }
      place.generics = binder.generics
      place.bindings.merge(binder.types) { $1 }
    }
    guard let result = types.type(text, at: place) else { return .anything }
    // Inside of a generic type, its name alone stands for it with its parameters.
    return .type(own?.head.path == result.head.path && result.parts.isEmpty ? own ?? result : result)
  }

  private func element(
    _ subscripts: Expression, of found: Found, in scope: Int, _ bindings: Bindings, _ depth: Int
  ) -> TypeReading {
    let type: ServiceType
    switch found {
    case .value(.type(let known)), .metatype(let known): type = known
    case .value(.outside(let types)): return .outside(of: types)
    default: return .anything
    }
    if type.isList { return .type(type.parts[0]) }
    if type.head.name == "[: ]" {
      let value = TypeReading.type(type.parts[1])
      return subscripts.children.contains { $0.label == "default" } ? value : value.optional
    }
    if case .functions(let functions, _, _)? = declared("subscript", in: type.head.path, of: type, depth) {
      return call(
        subscripts, of: .functions(functions, of: type, isCertain: true), in: scope, bindings, depth)
    }
    return type.isOfSources ? .anything : .outside(of: [])
  }
}
