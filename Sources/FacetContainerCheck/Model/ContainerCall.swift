/// What a call does to a container, judged by its name and labels.
package enum ContainerCall: Sendable {
  case register, autoregister, resolve, forward, implements
  /// Looks like a registration, in words that are not the library's.
  case likeRegister
  case asksFor
  /// Resolves all services of a type, be it none.
  case resolvesAll
  case decorate
  case other

  /// What a resolve gives of the service that it names.
  package enum Wrapping: Sendable { case nothing, optional, list, dictionary }

  /// The ways to resolve.
  package static let wrapping: [String: Wrapping] = [
    "resolve": .optional, "require": .nothing, "resolveAsync": .optional, "requireAsync": .nothing,
    "optional": .optional, "resolveAll": .list, "requireAll": .list, "requireAllAsync": .list,
    "resolveAllByName": .dictionary,
  ]

  /// The names by which the calls are found.
  static let names =
    Array(wrapping.keys).inOrder() + [
      "register", "registerNonisolated", "_register", "autoregister", "forward", "implements", "decorate",
      "decorateAll", "hasAnyRegistration", "inObjectScope", "scope", "startsEagerly", "resetObjectScope",
      "Assembler", "storyboardInitCompleted", "registerForStoryboard",
    ]

  /// The property wrappers of the libraries.
  package static let wrappers = [
    "Injected", "LazyInjected", "WeakLazyInjected", "OptionalInjected", "InjectedObject", "Resolved",
  ]

  /// The functions of the libraries that hand a container to a closure.
  package static let lending: Set<String> = [
    "Container", "registerAtomically", "overriding", "withChild", "withObjectGraph", "preview", "container",
    "childContainer", "withTestContainer",
  ]

  private static let labels: Set<String> = ["name", "argument", "arguments", "fileID", "line", "option"]
  private static let registerLabels = labels.union(["factory", "initializer"])
  private static let resolveLabels = labels.union(["args"])

  init(_ call: CallFacts) {
    if call.form == .arrow || call.form == .mention {
      self = call.form == .arrow ? .resolve : .other
      return
    }
    let labels = call.arguments.compactMap { $0.label }
    let first = call.arguments.first
    let isTyped = first?.label == nil && first?.isTrailing == false
    let isRegistration =
      labels.allSatisfy(Self.registerLabels.contains) && call.factoryOrInitializer != nil
    switch call.name {
    case "register" where isRegistration, "registerNonisolated" where isRegistration,
      "_register" where isRegistration:
      self = .register
    case "autoregister" where labels.contains("initializer") || call.arguments.contains(where: \.isTrailing):
      self = .autoregister
    case let name where Self.wrapping[name] != nil:
      let fits = labels.allSatisfy(Self.resolveLabels.contains)
      let isOfOne = [.nothing, .optional].contains(Self.wrapping[name])
      self =
        !fits || call.arguments.contains(where: \.isTrailing) ? .other : isOfOne ? .resolve : .resolvesAll
    case "decorate" where isTyped, "decorateAll" where isTyped: self = .decorate
    case "forward" where labels.contains("to"): self = .forward
    case "implements": self = isTyped ? .implements : .other
    case "hasAnyRegistration": self = .asksFor
    default:
      let looksLike = call.name.hasPrefix("register") && first?.metatype != nil
      // `forCellReuseIdentifier` and its like: tables and collections of views register types too.
      let isOfViews = labels.contains {
        $0.hasSuffix("ReuseIdentifier") || $0.hasPrefix("forSupplementary") || $0.hasPrefix("forDecoration")
      }
      self = looksLike && !isOfViews ? .likeRegister : .other
    }
  }
}

extension CallFacts {
  /// Whether the call does something to a container, as far as its name and labels show.
  var isOfContainer: Bool {
    if form == .mention { return false }
    if form == .wrapper { return ContainerCall.wrappers.contains(name) }
    return kind != .other
  }

  /// The argument that names the service, if there is one.
  var serviceArgument: Expression? {
    guard let first = arguments.first, first.label == nil, !first.isTrailing else { return nil }
    return first
  }

  func argument(_ label: String) -> Expression? { arguments.first { $0.label == label } }

  var factory: Expression? {
    if let factory = argument("factory") { return factory }
    if let trailing = arguments.first(where: \.isTrailing) { return trailing }
    return arguments.dropFirst().first { $0.label == nil && $0.closureValue != nil }
  }

  var factoryOrInitializer: Expression? { factory ?? argument("initializer") }

  /// What is handed over as arguments: `argument: a` or `arguments: a, b`.
  var handedOver: [Expression] {
    var label: String?
    return arguments.filter { argument in
      label = argument.label ?? label
      return !argument.isTrailing && (label == "argument" || label == "arguments")
    }
  }
}
