/// The remedies against a loop, for all messages and checks.
package struct LoopRemedies {
  /// A service of the loop, and the part of it that asks for the next one.
  package struct Step {
    let key: ServiceKey
    let record: Record?
    package var part: ServicePart
    /// Whether others of its type are registered beside it, so that a list may ask for it.
    let isOneOfSeveral: Bool

    package init(_ key: ServiceKey, _ record: Record?, _ part: ServicePart, isOneOfSeveral: Bool) {
      (self.key, self.record, self.part, self.isOneOfSeveral) = (key, record, part, isOneOfSeveral)
    }
    fileprivate var isValue: Bool { Facet.isValue(record?.serviceType ?? key.serviceType) }
    /// Whether an initializer asks, which is registered.
    fileprivate var isAutowired: Bool { part == .factory && record?.recipe.initializer != nil }
    /// Whether nobody finds its instance while it is completed.
    fileprivate var isTransient: Bool { record?.settings.scope.kind == .transient }
  }
  /// The last one asks for the first.
  private let circle: [Step]
  private let isOfOne, isAwaited: Bool
  private let names: TypeNames

  package init(_ circle: [Step], isOfOne: Bool = false, isAwaited: Bool, _ names: TypeNames) {
    (self.circle, self.isOfOne, self.isAwaited, self.names) = (circle, isOfOne, isAwaited, names)
  }

  package var all: [String] {
    guard let last = circle.last else { return [] }
    return isOfOne ? remediesOfOne(last) : [scopeRemedy, deferral, completionRemedy].compactMap(\.self)
  }

  // MARK: - One service

  private func remediesOfOne(_ step: Step) -> [String] {
    let key = step.key
    let (resolver, others) = ("resolver", names.parameterNames(of: key).dropFirst())
    func parameters(_ second: String) -> String { ([resolver, second] + others).joined(separator: ", ") }
    switch step.part {
    case .factory:
      return [
        "To wrap the service that was registered before, or by a parent, decorate it there: container.decorate(\(names.call(key))) { \(parameters("inner")) in … }",
        "If it stands for all services of its type, give the others names: resolver.resolveAllByName(\(names.call(ServiceKey(key.serviceType)))\(names.listArguments(of: key)))",
      ]
    case .decorator:
      return ["Use what the decorator receives, in place of a resolve: { \(parameters("inner")) in … }"]
    case .completion:
      return [
        "Use what the initCompleted receives, in place of a resolve: { \(parameters("service")) in … }"
      ] + [scope(inWhichFound: key)].compactMap(\.self)
    case .storage:
      return ["Return what the storage was given by setInstance, or nil: then the factory makes one."]
    case .property: return [later(last: step, key)]
    }
  }

  // MARK: - Several services

  /// A completion whose instance nobody finds leads to the service for ever; with a factory on the way, another scope alone would build one twice.
  private var scopeRemedy: String? {
    if circle.contains(where: { $0.part != .completion }) { return nil }
    return circle.first(where: \.isTransient).flatMap { scope(inWhichFound: $0.key) }
  }
  private func scope(inWhichFound key: ServiceKey) -> String? {
    // Nobody finds an awaited service while it is completed.
    if isAwaited { return nil }
    return
      "Give \(names.text(for: key)) a scope in which it is found while it is completed: .inObjectScope(.graph)"
  }

  package var deferral: String? {
    guard let first = circle.first, let last = circle.last else { return nil }
    if last.part == .property { return later(last: last, first.key) }
    let wrapper = names.wrappers(of: first.key, isAwaited: isAwaited, isOneOfSeveral: first.isOneOfSeveral)
    if last.isAutowired {
      return
        "Take \(wrapper) in the initializer of \(names.text(for: last.key)), and let the service keep that: it is used later, when all are built."
    }
    return
      "Ask for \(wrapper) in the \(last.part.name) of \(names.text(for: last.key)), and let the service keep that: it is used later, when all are built."
  }
  private func later(last: Step, _ key: ServiceKey) -> String {
    "Write @LazyInjected at the property of \(names.text(for: last.key)) with \(names.text(for: key)): it is resolved at its first use, when all are built."
  }

  /// A service finds a half-built one that a completion needs; a decorator has nothing to set, and a structure is complete.
  private var completionRemedy: String? {
    let isFitting = circle.allSatisfy { [.factory, .completion].contains($0.part) && !$0.isValue }
    guard !isAwaited, isFitting, circle.contains(where: { $0.part == .factory }) else {
      return nil
    }
    // Of one service alone, the others are forwards: whichever is asked for first, it finds itself.
    if circle.count > 1, let record = circle[0].record, circle.allSatisfy({ $0.record === record }) {
      return
        "Set \(names.text(for: circle[1].key)) in an initCompleted of \(names.text(for: circle[0].key)), and not in its factory."
    }
    var scopes: [String] = []
    for step in circle where step.isTransient { scopes.append(names.text(for: step.key)) }
    return
      "Set what these services need of one another in an initCompleted of each, and not in their \(circle.allSatisfy(\.isAutowired) ? "initializers" : "factories")."
      + (scopes.isEmpty
        ? "" : " Give \(scopes.joined(separator: " and ")) the scope .graph, in which it is found.")
  }
}

/// Whether a type is a structure or an enumeration.
package func isValue(_ type: Any.Type) -> Bool { !(type is AnyClass) && !TypeNames.isProtocol(type) }
