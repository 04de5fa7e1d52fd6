import Synchronization

/// What is known of a registry besides its registrations: what decorates them, and where they came from.
///
/// Behind a lock of its own. A resolve never looks at it, and a registration at one flag.
struct RegistryNotes: ~Copyable {
  struct State {
    var replacements = ReplacementList()
    var assemblies: [AssembledPart] = []
    var decorations = DecoratorList()
  }

  private let state = Guarded(State())
  private let isDecorating = Atomic<Bool>(false)

  // MARK: - Decorators

  /// Lets a decorator wrap what is registered under a key, from now on.
  func add(_ decorator: Decorator, for key: ServiceKey) {
    state.withLock { $0.decorations.add([decorator], for: key) }
    isDecorating.store(true, ordering: .sequentiallyConsistent)
  }

  /// Lets a decorator wrap what is registered as a type, under any key, from now on.
  func add(_ decorator: Decorator, forAll serviceType: Any.Type) {
    state.withLock { $0.decorations.add([decorator], forAll: serviceType) }
    isDecorating.store(true, ordering: .sequentiallyConsistent)
  }

  /// Lets go of all decorators.
  func removeDecorators() {
    // Released outside the lock.
    _ = state.withLock { exchange(&$0.decorations, with: DecoratorList()) }
  }

  /// Takes over what another registry decorates, within what is decorated here.
  func takeDecorations(of other: borrowing RegistryNotes) {
    guard other.isDecorating.load(ordering: .sequentiallyConsistent) else { return }
    var all = other.state.withLock { $0.decorations }
    state.withLock { state in
      all.add(state.decorations)
      state.decorations = all
    }
    isDecorating.store(true, ordering: .sequentiallyConsistent)
  }

  /// Gives a record the decorators of its key.
  @inline(__always)
  func decorate(_ record: Record) {
    if isDecorating.load(ordering: .sequentiallyConsistent) { addDecorators(to: record) }
  }

  @inline(never)
  private func addDecorators(to record: Record) {
    let decorators = decorators(of: record.key)
    if !decorators.isEmpty { record.apply(.decorators(decorators)) }
  }

  /// Whether a key has decorators.
  func decorates(_ key: ServiceKey) -> Bool {
    isDecorating.load(ordering: .sequentiallyConsistent) && !decorators(of: key).isEmpty
  }

  /// Whether a key has decorators that a forward to a record would go around.
  ///
  /// What decorates all of a type wraps the record, too, if that is of the type.
  func forbidsForward(_ key: ServiceKey, to target: Record) -> Bool {
    guard decorates(key) else { return false }
    return key.serviceType != target.serviceType || !decorations.decorators(ofKey: key).isEmpty
  }

  // Looked through outside the lock: the hash of an option is user code.
  private func decorators(of key: ServiceKey) -> [Decorator] { decorations[key] }

  private var decorations: DecoratorList { state.withLock { $0.decorations } }

  /// Where the decorators of each key are written, in the order of the first of them.
  var decoratorPlaces: [(key: ServiceKey, places: [CodeLocation])] {
    let decorations = decorations
    return decorations.keys.map { ($0, decorations.decorators(ofKey: $0).map(\.location)) }
  }

  /// Where the decorators of all of a type are written, in the order of the first of them.
  var decoratorPlacesOfTypes: [(type: Any.Type, places: [CodeLocation])] {
    decorations.ofTypes.map { ($0.type, $0.decorators.map(\.location)) }
  }

  // MARK: - Origins

  /// Which registrations took the place of others, in the order in which they did.
  var replacements: [Replacement] { state.withLock { $0.replacements }.inOrder }

  var assemblies: [AssembledPart] { state.withLock { $0.assemblies } }

  func add(_ replacement: Replacement) {
    // What it drops is released outside the lock.
    _ = state.withLock { $0.replacements.add(replacement) }
  }

  /// Forgets which registrations took the place of others: they were meant to.
  func forgetReplacements() {
    _ = state.withLock { exchange(&$0.replacements, with: ReplacementList()) }
  }

  /// Notes that the registrations since `first` are an assembly's.
  func add(_ assembly: Any.Type, since first: Int) {
    state.withLock { state in
      // A program that applies assemblies again and again does not fill the memory.
      if state.assemblies.count == 1_000 { state.assemblies.removeFirst() }
      state.assemblies.append(AssembledPart(assembly: assembly, orders: first..<Registration.nextOrder))
    }
  }
}

/// What decorates which key, the innermost first.
struct DecoratorList {
  private var decorators: [ServiceKey: [Decorator]] = [:]
  /// In the order of their first decorators.
  private(set) var keys: [ServiceKey] = []
  /// Those of all keys of a type, in the order of their first decorators; a container has few.
  private(set) var ofTypes: [(type: Any.Type, decorators: [Decorator])] = []

  /// All that decorates a key, in the order of declaration.
  subscript(key: ServiceKey) -> [Decorator] {
    let own = decorators(ofKey: key)
    guard let others = ofTypes.first(where: { $0.type == key.serviceType }) else { return own }
    return (own + others.decorators).inOrder { $0.order < $1.order }
  }

  /// What decorates a key alone.
  func decorators(ofKey key: ServiceKey) -> [Decorator] { decorators[key] ?? [] }

  mutating func add(_ new: [Decorator], forAll type: Any.Type) {
    if let index = ofTypes.firstIndex(where: { $0.type == type }) {
      ofTypes[index].decorators += new
    } else {
      ofTypes.append((type, new))
    }
  }

  mutating func add(_ others: DecoratorList) {
    for key in others.keys { add(others.decorators(ofKey: key), for: key) }
    for (type, decorators) in others.ofTypes { add(decorators, forAll: type) }
  }

  mutating func add(_ new: [Decorator], for key: ServiceKey) {
    if decorators[key] == nil { keys.append(key) }
    decorators[key, default: []] += new
  }
}

/// What one assembly registered, by the orders of the registrations.
package struct AssembledPart: @unchecked Sendable {
  // Unchecked for the metatype, which never changes.
  package let assembly: Any.Type
  package let orders: Range<Int>
}

extension Registry {
  /// Which registrations took the place of others, in the order in which they did.
  package var replacements: [Replacement] { notes.replacements }

  /// Where the decorators of each key are written.
  package var decoratorPlaces: [(key: ServiceKey, places: [CodeLocation])] { notes.decoratorPlaces }

  /// Where the decorators of all of a type are written.
  package var decoratorPlacesOfTypes: [(type: Any.Type, places: [CodeLocation])] {
    notes.decoratorPlacesOfTypes
  }

  /// What assemblies registered, in the order in which they ended.
  package var assemblies: [AssembledPart] { notes.assemblies }
}
