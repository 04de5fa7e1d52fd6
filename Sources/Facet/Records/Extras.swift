/// What is seldom asked of a container, behind a lock of its own.
struct Extras {
  var hooks: [ResolveHook] = []
  /// Where the container was closed.
  var closing: CodeLocation?
  var behaviors: [any Behavior] = []
  /// The container, which behaviors receive.
  var container = WeakReference(nil)
  var decorations = DecoratorList()
  var replacements = ReplacementList()
  var assemblies: [AssembledPart] = []
  var failures = FailureHandling()
  var defaultScope: ObjectScope?
  /// Ends that are awaited, and that nobody waits for yet.
  var runningEnds: [Int: Task<Void, Never>] = [:]
  /// The close of this container, until it is over.
  var close: Close?
}

/// The decorators of a container.
struct DecoratorList {
  private var decorators: [ServiceKey: [Decorator]] = [:]
  /// In the order of declaration.
  private(set) var keys: [ServiceKey] = []
  private(set) var ofTypes: [(type: Any.Type, decorators: [Decorator])] = []

  /// All for a key, in the order of declaration.
  subscript(key: ServiceKey) -> [Decorator] {
    let own = decorators(ofKey: key)
    guard let others = ofTypes.first(where: { $0.type == key.serviceType }) else { return own }
    return (own + others.decorators).inOrder { $0.order < $1.order }
  }
  func decorators(ofKey key: ServiceKey) -> [Decorator] { decorators[key] ?? [] }

  mutating func add(_ new: [Decorator], forAll type: Any.Type) {
    if let index = ofTypes.firstIndex(where: { $0.type == type }) {
      ofTypes[index].decorators += new
    } else {
      ofTypes.append((type, new))
    }
  }
  mutating func add(_ new: [Decorator], for key: ServiceKey) {
    if decorators[key] == nil { keys.append(key) }
    decorators[key, default: []] += new
  }
  mutating func add(_ others: DecoratorList) {
    for key in others.keys { add(others.decorators(ofKey: key), for: key) }
    for (type, decorators) in others.ofTypes { add(decorators, forAll: type) }
  }
}

/// The registrations that an assembly made.
package struct AssembledPart: @unchecked Sendable {
  // Unchecked for the metatype, which never changes.
  package let assembly: Any.Type
  package let orders: Range<Int>
}

extension Registry {
  var closing: CodeLocation? { extras.withLock { $0.closing } ?? parent?.closing }

  /// Releases the objects that behaviors and decorators have captured.
  func removeCallbacks() {
    // Released outside the lock.
    _ = extras.withLock { extras in
      let old = (extras.behaviors, extras.decorations)
      (extras.behaviors, extras.decorations) = ([], DecoratorList())
      return old
    }
  }

  // MARK: - Behaviors and the default scope

  var behaviors: [any Behavior] { extras.withLock { $0.behaviors } }
  func add(_ behavior: any Behavior, of container: Container) {
    extras.withLock { extras in
      extras.container = WeakReference(container)
      extras.behaviors.append(behavior)
    }
    flags.set(.behaviors)
    // A closed container keeps nothing.
    if isClosed { removeCallbacks() }
  }

  var defaultScope: ObjectScope {
    get { flags.has(.defaultScope) ? extras.withLock { $0.defaultScope } ?? initialScope : initialScope }
    set {
      // Released outside the lock.
      _ = extras.withLock { exchange(&$0.defaultScope, with: newValue) }
      flags.set(.defaultScope)
    }
  }

  // MARK: - Decorators

  func add(_ decorator: Decorator, for key: ServiceKey) {
    changeDecorations { $0.add([decorator], for: key) }
  }
  func add(_ decorator: Decorator, forAll serviceType: Any.Type) {
    changeDecorations { $0.add([decorator], forAll: serviceType) }
  }
  /// Puts the decorators of an original before those of a copy.
  func takeDecorations(of other: Registry) {
    guard other.flags.has(.decorations) else { return }
    let others = other.decorations
    changeDecorations { own in
      var all = others
      all.add(own)
      own = all
    }
  }
  private func changeDecorations(_ change: (inout DecoratorList) -> Void) {
    extras.withLock { change(&$0.decorations) }
    flags.set(.decorations)
  }
  private var decorations: DecoratorList { extras.withLock { $0.decorations } }

  /// Gives a record the decorators of its key that it does not have.
  func decorate(_ record: Record) {
    guard flags.has(.decorations) else { return }
    let decorators = decorations[record.key]
    if decorators.isEmpty { return }
    record.change { settings in
      for one in decorators where !settings.decorators.contains(where: { $0 === one }) {
        settings.decorators.append(one)
      }
    }
  }
  func decorates(_ key: ServiceKey) -> Bool { flags.has(.decorations) && !decorations[key].isEmpty }
  /// Whether a forward would show an instance without the decorators of its own key.
  func forbidsForward(_ key: ServiceKey, to target: Record) -> Bool {
    guard decorates(key) else { return false }
    return key.serviceType != target.serviceType || !decorations.decorators(ofKey: key).isEmpty
  }
  package var decoratorPlaces: [(key: ServiceKey, places: [CodeLocation])] {
    let decorations = decorations
    return decorations.keys.map { ($0, decorations.decorators(ofKey: $0).map(\.location)) }
  }
  package var decoratorPlacesOfTypes: [(type: Any.Type, places: [CodeLocation])] {
    decorations.ofTypes.map { ($0.type, $0.decorators.map(\.location)) }
  }

  // MARK: - Origins

  package var replacements: [Replacement] { extras.withLock { $0.replacements }.inOrder }
  package var assemblies: [AssembledPart] { extras.withLock { $0.assemblies } }

  func note(_ replacement: Replacement) {
    // Released outside the lock.
    _ = extras.withLock { $0.replacements.add(replacement) }
  }
  func forgetReplacements() {
    _ = extras.withLock { exchange(&$0.replacements, with: ReplacementList()) }
  }
  /// Notes which registrations an assembly made: those since a number.
  func add(_ assembly: Any.Type, since first: Int) {
    extras.withLock { extras in
      // Limited, so that a program that applies assemblies repeatedly does not fill the memory.
      if extras.assemblies.count == 1_000 { extras.assemblies.removeFirst() }
      extras.assemblies.append(AssembledPart(assembly: assembly, orders: first..<Registration.nextOrder))
    }
  }
}
