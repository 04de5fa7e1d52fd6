import FacetSyntax

/// One call with all that is needed to understand it.
final class CallMeaning {
  let call: CallFacts
  /// The types as the call sees them.
  let types: CallTypes
  /// What the parameters of the helper around hold that stand for names.
  let names: [String: ServiceName]
  /// The same for object scopes.
  let scopes: [String: ServiceScope]
  let reading: CallReading
  /// How many helpers lead here.
  let depth: Int
  private(set) lazy var labels = call.arguments.labels
  /// Whether nothing but `self` or `Self` stands in front of the dot.
  private(set) lazy var isOnSelf = [["self"], ["Self"]].contains(call.receiverValue?.names)
  /// What stands in front of the dot, and what that is to a container; asked for several times.
  private(set) lazy var receiverValue = call.receiverValue.map { types.find($0) }
  private(set) lazy var receiver = findReceiver()
  private(set) lazy var isOnStranger = findStranger()
  /// The functions and types of its name that hand a type on, and that it fits.
  private(set) lazy var helpers = findHelpers()

  init(_ call: CallFacts, _ bindings: CallReading.Bindings, _ reading: CallReading, depth: Int) {
    (self.call, self.reading, self.depth) = (call, reading, depth)
    types = CallTypes(call, reading.sources.types, bindings.types)
    (names, scopes) = (bindings.names, bindings.scopes)
  }

  var sources: ContainerSources { reading.sources }

  /// The call in the user's sources, be it this one or one of a helper.
  var site: CallFacts { reading.site }

  func read() {
    if call.form == .wrapper { return readWrapper() }
    switch call.kind {
    case .register, .autoregister: readRegistration()
    case .likeRegister: helpers.isEmpty ? offerLike() : readHelpers()
    // Swinject and Resolver have no such functions.
    case .resolve where !call.name.hasPrefix("resolve") && !sources.usesLibrary,
      .resolvesAll where !sources.usesLibrary:
      readHelpers()
    case .resolve: readResolve()
    case .forward: readForward()
    case .implements: readImplements()
    case .asksFor:
      if let value = call.argument("of"), let type = type(ofService: value) {
        reading.askedAbout.insert(type.text)
      }
    case .resolvesAll: readResolveAll()
    case .decorate where sources.usesLibrary: break
    case .decorate, .other: readHelpers()
    }
  }
}
