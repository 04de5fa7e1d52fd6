import FacetSyntax

/// Finds out what one call registers and resolves, through the helpers that it goes through.
///
/// Unchecked: nothing is changed after `init`.
final class CallReading: @unchecked Sendable {
  private static let deepestHelper = 5

  let sources: ContainerSources
  /// The call in the sources from which everything comes.
  let site: CallIdentity
  var offers: [ServiceOffer] = []
  var demands: [ServiceDemand] = []
  /// What is resolved where the code says what happens without it.
  var uses: [ServiceDemand] = []
  var askedAbout: Set<String> = []
  /// The resolves of which too little can be seen, with the reason.
  var unread: [Diagnostic] = []
  /// Whether it resolves something in a test.
  var isLeftOut = false
  /// What was read on the way: two helpers may call one another, and each may be there more than once.
  private var seen: [Int: Set<Bindings>] = [:]

  /// Reads a call of the sources.
  init(_ sources: ContainerSources, site: CallIdentity) {
    self.sources = sources
    self.site = site
    read(site)
    seen = [:]
    guard sources.isOfDependency[site.file] else { return }
    // What a package registers for itself counts for the application, but is not judged.
    demands = []
    uses = []
    unread = []
    offers = offers.filter { $0.type != nil && $0.target == nil }
    for index in offers.indices { offers[index].isGuess = true }
  }

  /// What the names inside a helper stand for.
  struct Bindings: Hashable {
    var types: [String: ServiceType] = [:]
    var names: [String: ServiceName] = [:]
  }

  /// Reads one call: that of the sources, or one in a helper.
  func read(_ identity: CallIdentity, _ bindings: Bindings = Bindings(), depth: Int = 0) {
    guard depth < Self.deepestHelper else { return }
    if depth > 0, !seen[identity.number, default: []].insert(bindings).inserted { return }
    let call = sources[identity]
    let types = sources.types(in: identity)
    let meaning = CallMeaning(call, types, bindings, self, depth: depth)
    // What depends on a generic type is read where the helper is called.
    if depth == 0, let open = sources.helpers.openPlaces[identity.number] {
      // Nobody finds the uses of a subscript or operator: it may register anything.
      if sources.files[identity.file].scopes[open.scope].isNameless, sources.helpers.registers(call) {
        meaning.offer(.anything, .unknown, .unknown)
      }
      return
    }
    meaning.read()
  }
}

/// One call with all that is needed to understand it.
final class CallMeaning {
  let call: CallFacts
  let types: CallTypes
  let bindings: CallReading.Bindings
  let reading: CallReading
  /// How many helpers lead here.
  let depth: Int
  /// What stands in front of the dot; asked for several times.
  private(set) lazy var receiver = findReceiver()
  private(set) lazy var isOnStranger = findStranger()
  /// The functions and types of its name that hand a type on, and that it fits.
  private(set) lazy var helpers = findHelpers()

  init(
    _ call: CallFacts, _ types: CallTypes, _ bindings: CallReading.Bindings, _ reading: CallReading,
    depth: Int
  ) {
    (self.call, self.types, self.bindings, self.reading) = (call, types, bindings, reading)
    self.depth = depth
  }

  var sources: ContainerSources { reading.sources }

  func read() {
    if call.form == .wrapper { return readWrapper() }
    switch call.kind {
    case .register, .autoregister: readRegistration()
    case .likeRegister: helpers.isEmpty ? offerLike() : readHelpers()
    // Swinject and Resolver have no such functions.
    case .resolve where call.name.hasPrefix("require") && !sources.usesLibrary: readHelpers()
    case .resolve: readResolve()
    case .forward: readForward()
    case .implements: readImplements()
    case .asksFor:
      if let value = call.argument("of"), let type = type(ofService: value) {
        reading.askedAbout.insert(type.text)
      }
    case .resolvesAll: readResolveAll()
    case .other: readHelpers()
    }
  }

  // MARK: - Parts of a key

  func type(ofService value: Expression) -> ServiceType? {
    types.serviceText(value, in: call.scope).flatMap { types.type($0, in: call.scope, bindings.types) }
  }

  func name(_ value: Expression?) -> ServiceName {
    guard let value else { return .none }
    if value.isNil { return .none }
    if let text = value.constantText { return .known(text) }
    return value.names.map(name(ofMember:)) ?? .unknown
  }

  private func name(ofMember names: [String]) -> ServiceName {
    var names = names
    if names.count == 1 {
      if let bound = bindings.names[names[0]] { return bound }
      if let found = types.local(names[0], in: call.scope) {
        guard found.local.isConstant, let text = found.local.value?.constantText else { return .unknown }
        return .known(text)
      }
    }
    let isRaw = names.last == "rawValue"
    if isRaw { names.removeLast() }
    if names.first == "Self" || names.first == "self" { names.removeFirst() }
    let ways = names.first == "" ? Self.nameTypes.map { [$0] + names.dropFirst() } : [names]
    guard let variable = ways.compactMap({ types.variable($0, in: call.scope) }).first,
      sources.table.isConstant(variable), (variable.kind == .case) == isRaw || isRaw && !variable.isGivenText,
      let text = variable.text
    else { return .unknown }
    return .known(text)
  }

  /// The types that names have in the libraries.
  private static let nameTypes = ["String", "Resolver.Name", "Name"]

  /// Whether something in a tuple behind the type has no label: it is the name, or an argument.
  private var hasUnlabeled: Bool {
    call.form == .arrow && call.arguments.dropFirst().contains { $0.label == nil }
  }

  /// The name that a resolve asks for.
  var askedName: ServiceName {
    if let value = call.argument("name") { return name(value) }
    return hasUnlabeled ? .unknown : .none
  }

  /// The arguments that a resolve hands over.
  var handedOver: ServiceArguments {
    let values = call.handedOver
    let isList = call.form == .arrow && call.argument("arguments") != nil
    if hasUnlabeled || isList || values.contains(where: \.isPack) { return .unknown }
    return .known(values.map { types.type(of: $0, in: call.scope, bindings.types) })
  }

  /// The arguments that a factory takes behind its resolver.
  func arguments(ofFactory factory: Expression?) -> ServiceArguments {
    guard let factory else { return .unknown }
    if let closure = factory.closureValue {
      return .known(parameters(of: closure).dropFirst().map(\.type))
    }
    guard let names = factory.names else { return .unknown }
    if names.count == 1, let text = types.local(names[0], in: call.scope)?.local.type {
      return arguments(ofFunctionType: text)
    }
    guard names.last != "init" else { return .unknown }
    let found = types.candidates(factory.operand, upTo: factory.operand.children.count, in: call.scope)
      .functions
    guard found.count == 1, let function = found.first, !function.isGeneric else { return .unknown }
    let place = TypeResolver.Place(path: function.container)
    return .known(function.parameters.dropFirst().map { sources.types.type($0.typeText, at: place) })
  }

  /// The parameters of a closure, with their types: those that are written, or those of what they are handed on to.
  func parameters(of closure: Expression.Closure) -> [(name: String, type: ServiceType?)] {
    let anonymous = closure.highestAnonymous < 0 ? [] : (0...closure.highestAnonymous).map { "$\($0)" }
    let written = closure.parameters?.map { ($0.name, $0.type.text) } ?? anonymous.map { ($0, "") }
    return written.map { name, text in
      (name, text.isEmpty ? handedOn(name, in: closure) : types.type(text, in: closure.scope, bindings.types))
    }
  }

  /// The type of the parameter that gets a parameter of a closure, if that is all that the closure does.
  private func handedOn(_ name: String, in closure: Expression.Closure) -> ServiceType? {
    guard closure.values.count == 1, let call = closure.values[0].lastCall else { return nil }
    let chain = closure.values[0].operand
    guard let place = chain.children.firstIndex(where: { $0 === call }),
      let index = call.children.firstIndex(where: { $0.names == [name] }),
      let found = types.parameter(index, ofCall: place, in: chain, in: closure.scope)
    else { return nil }
    return sources.types.type(found.text, at: found.place)
  }

  /// `(any Resolver, A) -> T` takes one argument.
  private func arguments(ofFunctionType text: String) -> ServiceArguments {
    guard case .function(_, let taken, _, _) = TypeSyntax(text), !text.holds("each ") else { return .unknown }
    guard case .tuple(let elements, _) = taken else { return .none }
    return .known([ServiceType?](repeating: nil, count: max(0, elements.count - 1)))
  }
}
