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
    case .variable(let names): return type(of: .member(names), in: scope, bindings)
    case .argument(let callee, let labels, let index):
      guard let found = parameter(index, labels, of: callee, in: scope) else { return nil }
      return types.type(found.text, at: found.place)
    }
  }
}

// MARK: - Parameters of initializers and functions

extension CallTypes {
  /// The type of the parameter that the argument at `index` of a call fills, and where it is written.
  func parameter(
    _ index: Int, _ labels: [String?], of callee: String, in scope: Int
  ) -> (text: String, place: TypeResolver.Place)? {
    var texts: Set<String> = []
    var container = ""
    for function in candidates(callee, in: scope) {
      guard let places = Self.match(labels, function.parameters), let place = places[index] else { continue }
      let parameter = function.parameters[place]
      if function.isGeneric, !table.declares(TypeSyntax.plainName(parameter.typeText)) { return nil }
      texts.insert(parameter.typeText)
      container = function.container
    }
    guard texts.count == 1, var text = texts.first else { return nil }
    var place = TypeResolver.Place(path: container)
    if let made = type(Self.typeText(callee), in: scope) {
      place.bindings = bindings(of: container, asSeenFrom: made)
    }
    // A value is written where a closure is taken.
    if text.isAutoclosure { text = Self.resultText(text) ?? text }
    return (text.hasSuffix("...") ? String(text.dropLast(3)) : text, place)
  }

  /// `X<Y>` for `X<Y>.init` and `X<Y>`.
  static func typeText(_ callee: String) -> String {
    callee.hasSuffix(".init") ? String(callee.dropLast(5)) : callee
  }

  /// The same, without `self` in front.
  static func plainText(_ callee: String) -> String {
    let text = typeText(callee)
    return text.hasPrefix("self.") ? String(text.dropFirst(5)) : text
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

  /// The functions that a call may mean.
  func candidates(_ callee: String, in scope: Int) -> [Declared] {
    let around = surroundingPaths(scope)
    switch callee {
    case "super.init": return table.superclass(of: around[0]).map { initializers(of: $0, in: scope) } ?? []
    case "self.init": return table.functions(around[0] + ".init")
    case ".init": return []
    default: break
    }
    let text = Self.plainText(callee)
    if TypeSyntax.isOfType(text) { return initializers(of: text, in: scope) }
    for path in around {
      let found = table.functions(FullName.joined(path, text))
      if !found.isEmpty { return found }
    }
    return methods(text, in: scope)
  }

  /// The functions of what stands in front of the last dot, or of what that inherits from.
  private func methods(_ text: String, in scope: Int) -> [Declared] {
    let names = Self.names(in: text)
    guard names.count > 1, let last = names.last,
      let type = type(of: .forced(.member(Array(names.dropLast()))), in: scope), !type.isWrapped
    else { return [] }
    for path in [type.head.path] + table.ancestors(of: type.head.path) {
      let found = table.functions(FullName.joined(path, last))
      if !found.isEmpty { return found }
    }
    return []
  }

  /// Whether a call that gets an argument takes it as it is, rather than as a closure that it may never run.
  ///
  /// - Parameters:
  ///   - context: The call with the argument.
  ///   - scope: Where it stands.
  ///   - type: What `.init` makes there.
  /// - Returns: `false` also where nobody knows.
  func isEager(_ context: CallFacts.Context, in scope: Int, making type: String?) -> Bool {
    guard case .argument(let callee, _, _) = context else { return false }
    let found = callee == ".init" ? initializers(of: type ?? "", in: scope) : candidates(callee, in: scope)
    if !found.isEmpty { return !found.contains { $0.parameters.contains(where: \.type.text.isAutoclosure) } }
    let made = TypeSyntax.lastName(callee == ".init" ? type ?? "" : callee)
    return made.startsUppercase && !Self.soundsDelaying(made)
  }

  /// Whether a type that another module declares may take its arguments as closures: almost no other one does.
  private static func soundsDelaying(_ name: String) -> Bool {
    ["Lazy", "Lazily", "Defer", "Delay", "Later", "Thunk", "Memo"].contains { name.contains($0) }
  }

  /// The initializers of a type: its own, those it inherits, or the one that a structure gets from its properties.
  func initializers(of text: String, in scope: Int) -> [Declared] {
    guard var path = type(String(text.prefix { $0 != "<" }), in: scope)?.head.path else { return [] }
    for _ in 0..<10 {
      let own = table.functions(path + ".init")
      if !own.isEmpty { return own }
      guard table.types(path).first(where: { !$0.isExtension })?.kind != .struct else {
        return [memberwise(path)]
      }
      // The arguments of a generic class may be open here.
      guard let base = table.superclass(of: path),
        let next = types.type(String(base.prefix { $0 != "<" }), at: TypeResolver.Place(path: path))
      else { return [] }
      path = next.head.path
    }
    return []
  }

  /// Whether the initializer that a call means gives an optional; `nil` where only some that fit it do.
  func mayFail(_ text: String, _ labels: [String?], in scope: Int) -> Bool? {
    let found = initializers(of: text, in: scope).filter { Self.match(labels, $0.parameters) != nil }
    // An enum has an initializer that nobody writes.
    if found.isEmpty, labels == ["rawValue"] { return nil }
    guard found.contains(where: \.isFailable) else { return false }
    return found.allSatisfy(\.isFailable) ? true : nil
  }

  private func memberwise(_ path: String) -> Declared {
    let initializer = Declaration(kind: .`init`)
    initializer.name = "init"
    for property in table.properties(of: path) where !property.declaration.hasCustomAttribute {
      let hasValue = property.value != .unknown
      if property.isConstant, hasValue { continue }
      var parameter = Parameter(
        label: property.name, name: property.name, nameOffset: 0,
        type: TypeReference(text: property.type ?? "", offset: 0))
      parameter.hasDefault = hasValue
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
