import FacetSyntax

// MARK: - Types from the surroundings of a call

extension CallTypes {
  /// What the surroundings of a call ask for, and where that is written.
  func contextType(
    of context: CallFacts.Context, in scope: Int, _ bindings: [String: ServiceType] = [:]
  ) -> ServiceType? {
    switch context {
    case .none: return nil
    case .type(let text): return type(text, in: scope, bindings)
    case .result(let scope):
      guard let text = file.scopes[scope].result else { return nil }
      return type(text, in: scope, bindings)
    case .variable(let value): return type(of: value, in: scope, bindings)
    case .argument(let chain, let call, let index):
      guard let found = parameter(index, ofCall: call, in: chain, in: scope) else { return nil }
      return types.type(found.text, at: found.place)
    }
  }
}

// MARK: - Parameters of initializers and functions

extension CallTypes {
  /// The type of the parameter that an argument of a call in a chain fills, and where it is written.
  func parameter(
    _ index: Int, ofCall call: Int, in chain: Expression, in scope: Int
  ) -> (text: String, place: TypeResolver.Place)? {
    let (functions, type) = candidates(chain, upTo: call, in: scope)
    var texts: Set<String> = []
    var container = ""
    for function in functions {
      guard let places = Self.match(chain.children[call].labels, function.parameters),
        let place = places[index]
      else { continue }
      let parameter = function.parameters[place]
      if function.isGeneric, !table.declares(TypeSyntax.plainName(parameter.typeText)) { return nil }
      texts.insert(parameter.typeText)
      container = function.container
    }
    guard texts.count == 1, var text = texts.first else { return nil }
    var place = TypeResolver.Place(path: container)
    if let type { place.bindings = bindings(of: container, asSeenFrom: type) }
    // A value is written where a closure is taken.
    if text.isAutoclosure { text = Self.resultText(text) ?? text }
    return (text.hasSuffix("...") ? String(text.dropLast(3)) : text, place)
  }

  private static let deepestInheritance = 10

  /// What the generic parameters of a class stand for in a type that is this class, or inherits from it.
  func bindings(of path: String, asSeenFrom type: ServiceType) -> [String: ServiceType] {
    var type = type
    for _ in 0..<Self.deepestInheritance {
      var binder = GenericBinder(Set(table.generics(of: type.head.path)))
      binder.bind(table.generics(of: type.head.path), to: type.parts)
      if type.head.path == path { return binder.types }
      guard let base = table.superclass(of: type.head.path),
        let next = types.type(base, at: TypeResolver.Place(path: type.head.path, bindings: binder.types))
      else { return [:] }
      type = next
    }
    return [:]
  }

  /// The functions that the first parts of a chain may mean, or the initializers of the type that they name; and of which type they are.
  func candidates(
    _ chain: Expression, upTo count: Int, in scope: Int
  ) -> (functions: [Declared], type: ServiceType?) {
    switch find(chain, upTo: count, in: scope) {
    case .metatype(let type): (initializers(of: type), type)
    case .functions(let functions, let type, let isCertain): (isCertain ? functions : [], type)
    case .value: ([], nil)
    }
  }

  /// Whether a call that gets an argument takes it as it is, rather than as a closure that it may never run.
  ///
  /// - Parameters:
  ///   - context: The call with the argument.
  ///   - scope: Where it stands.
  ///   - type: What `.init` makes there.
  /// - Returns: `false` also where nobody knows.
  func isEager(_ context: CallFacts.Context, in scope: Int, making type: String?) -> Bool {
    guard case .argument(let chain, let call, _) = context else { return false }
    let isImplicit = chain.names(upTo: call) == ["", "init"]
    let found =
      isImplicit
      ? type.flatMap { self.type($0, in: scope) }.map { initializers(of: $0) } ?? []
      : candidates(chain, upTo: call, in: scope).functions
    if !found.isEmpty { return !found.contains { $0.parameters.contains(where: \.type.text.isAutoclosure) } }
    let last = chain.children[..<call].last { $0.kind == .name && $0.text != "init" }?.text
    let made = isImplicit ? TypeSyntax.lastName(type ?? "") : last ?? ""
    return made.startsUppercase && !Self.soundsDelaying(made)
  }

  /// Whether a type that another module declares may take its arguments as closures: almost no other one does.
  private static func soundsDelaying(_ name: String) -> Bool {
    ["Lazy", "Lazily", "Defer", "Delay", "Later", "Thunk", "Memo"].contains { name.contains($0) }
  }

  /// The initializers of a type: its own, those it inherits, or the one that a structure gets from its properties.
  func initializers(of type: ServiceType) -> [Declared] {
    var path = type.head.path
    for _ in 0..<Self.deepestInheritance {
      let own = table.functions(path + ".init")
      if !own.isEmpty { return own }
      guard let declared = table.types(path).first(where: { !$0.isExtension }), declared.kind != .struct
      else {
        return type.head.isDeclared ? [memberwise(path)] : []
      }
      // The arguments of a generic class may be open here.
      guard let base = table.superclass(of: path),
        let next = types.type(String(base.prefix { $0 != "<" }), at: TypeResolver.Place(path: path)),
        next.head.isDeclared, next.head.path != path
      else { break }
      path = next.head.path
    }
    // A class that declares none has the one without parameters.
    guard table.types(path).contains(where: { $0.kind == .class || $0.kind == .actor }) else { return [] }
    let plain = Declaration(kind: .`init`)
    plain.name = "init"
    return [Declared(plain, in: path)]
  }

  private func memberwise(_ path: String) -> Declared {
    let initializer = Declaration(kind: .`init`)
    initializer.name = "init"
    for property in table.properties(of: path) where !property.declaration.hasCustomAttribute {
      if property.isConstant, property.hasValue { continue }
      var parameter = Parameter(
        label: property.name, name: property.name, nameOffset: 0,
        type: TypeReference(text: property.type ?? "", offset: 0))
      parameter.hasDefault = property.hasValue
      initializer.parameters.append(parameter)
    }
    return Declared(initializer, in: path)
  }

  /// Which parameter each argument fills; `nil` where the labels do not fit.
  static func match(_ labels: [String?], _ parameters: [Parameter]) -> [Int: Int]? {
    var result: [Int: Int] = [:]
    var next = 0
    for (index, label) in labels.enumerated() {
      if label == "{" { continue }
      var place = next
      while place < parameters.count, parameters[place].label != label {
        guard parameters[place].hasDefault || isClosure(parameters[place].type.text) else { return nil }
        place += 1
      }
      guard place < parameters.count else {
        // More arguments without a label may belong to a variadic parameter.
        if label == nil, next > 0, parameters[next - 1].isVariadic {
          result[index] = next - 1
          continue
        }
        return nil
      }
      result[index] = place
      next = place + 1
    }
    let trailing = labels.reduce(0) { $0 + ($1 == "{" ? 1 : 0) }
    let open = parameters[next...].filter { !$0.hasDefault && !$0.isVariadic }.count
    return open <= trailing || parameters[next...].allSatisfy { $0.hasDefault || $0.type.text.hasSuffix("?") }
      ? result : nil
  }

  private static func isClosure(_ text: String) -> Bool {
    if case .function = TypeSyntax(text) { true } else { false }
  }
}
