import Synchronization

/// The rarely used state of a registry, behind one lock.
///
/// A resolve and a registration look at the flags of the registry, and read this state only if a flag is set. Objects that may belong
/// to the user are released outside the lock.
struct RegistryExtras {
  var hooks: [any ResolveHook] = []
  /// Where the container was closed; `nil` if it was not.
  var closing: CodeLocation?
  var behaviors: [any Behavior] = []
  var decorations = DecoratorList()
  /// The registrations that replaced others.
  var replacements = ReplacementList()
  var assemblies: [AssembledPart] = []
  var failures = FailureHandling()
  /// The scope of new records, if it was changed.
  var defaultScope: ObjectScope?
}

/// The unusual states of a registry.
enum RegistryFlag: UInt8 {
  /// It has hooks or is closed, or a parent has hooks or is closed.
  case observed = 1
  /// Something was ever registered, or parents have scoped services.
  case used = 2
  case behaviors = 4
  case decorations = 8
  case defaultScope = 16
  /// A scoped service was registered here or in a parent.
  case scoped = 32
}

/// The decorators of each key, the innermost first.
struct DecoratorList {
  /// The number of its changes.
  var version: Int
  private var decorators: [ServiceKey: [Decorator]] = [:]
  /// The keys in the order of their first decorators.
  private(set) var keys: [ServiceKey] = []
  /// The decorators of all keys of a type, in the order of their first decorators; a container has few.
  private(set) var ofTypes: [(type: Any.Type, decorators: [Decorator])] = []

  init(version: Int = 0) { self.version = version }

  /// All decorators of a key, in the order of declaration.
  subscript(key: ServiceKey) -> [Decorator] {
    let own = decorators(ofKey: key)
    guard let others = ofTypes.first(where: { $0.type == key.serviceType }) else { return own }
    return (own + others.decorators).inOrder { $0.order < $1.order }
  }

  /// The decorators of a single key.
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

/// The registrations of one assembly, by their orders.
package struct AssembledPart: @unchecked Sendable {
  // Unchecked for the metatype, which never changes.
  package let assembly: Any.Type
  package let orders: Range<Int>
}

extension Registry {
  /// Whether anything was registered here, or parents have scoped services.
  @inline(__always)
  var isUsed: Bool { flags.load(ordering: .relaxed) & RegistryFlag.used.rawValue != 0 }

  /// Whether a flag was set before the caller's last step.
  @inline(__always)
  func has(_ flag: RegistryFlag) -> Bool {
    flags.load(ordering: .sequentiallyConsistent) & flag.rawValue != 0
  }

  func set(_ flag: RegistryFlag) { flags.bitwiseOr(flag.rawValue, ordering: .sequentiallyConsistent) }

  /// Releases the callbacks for registrations, at the end of the container.
  func removeCallbacks() {
    // Released outside the lock.
    _ = extras.withLock { extras in
      let old = (extras.behaviors, extras.decorations)
      let version = extras.decorations.version + 1
      (extras.behaviors, extras.decorations) = ([], DecoratorList(version: version))
      return old
    }
  }

  // MARK: - Behaviors and the default scope

  var behaviors: [any Behavior] { extras.withLock { $0.behaviors } }

  @inline(never)
  func add(_ behavior: any Behavior) {
    extras.withLock { $0.behaviors.append(behavior) }
    set(.behaviors)
    // A closed container keeps nothing.
    if isClosed { removeCallbacks() }
  }

  /// The scope of new records.
  var defaultScope: ObjectScope {
    get { has(.defaultScope) ? extras.withLock { $0.defaultScope } ?? initialScope : initialScope }
    set {
      // Released outside the lock.
      _ = extras.withLock { exchange(&$0.defaultScope, with: newValue) }
      set(.defaultScope)
    }
  }

  /// The configuration of a new record, which has a storage of its own.
  @inline(__always)
  var newConfiguration: Configuration {
    if initialConfiguration.isPermanent, !has(.defaultScope) { return initialConfiguration }
    return Configuration.make(Settings(scope: defaultScope))
  }

  // MARK: - Decorators

  /// Lets a decorator wrap the registrations of a key, from now on.
  func add(_ decorator: Decorator, for key: ServiceKey) {
    changeDecorations { $0.add([decorator], for: key) }
  }

  /// Lets a decorator wrap all registrations of a type, under any key, from now on.
  func add(_ decorator: Decorator, forAll serviceType: Any.Type) {
    changeDecorations { $0.add([decorator], forAll: serviceType) }
  }

  /// Takes over the decorators of another registry, inside the decorators of this one.
  func takeDecorations(of other: Registry) {
    guard other.has(.decorations) else { return }
    let others = other.decorations
    changeDecorations { own in
      var all = others
      all.add(own)
      own = all
    }
  }

  // Changed outside the lock, and again if another thread was faster, because the hash of an option is user code.
  private func changeDecorations(_ change: (inout DecoratorList) -> Void) {
    var isDone = false
    while !isDone {
      let old = decorations
      var new = old
      change(&new)
      new.version += 1
      isDone = extras.withLock { extras in
        guard extras.decorations.version == old.version else { return false }
        extras.decorations = new
        return true
      }
    }
    set(.decorations)
  }

  /// Gives a record the decorators of its key.
  @inline(__always)
  func decorate(_ record: Record) {
    if has(.decorations) { addDecorators(to: record) }
  }

  @inline(never)
  private func addDecorators(to record: Record) {
    let decorators = decorations[record.key]
    if !decorators.isEmpty { record.apply(.decorators(decorators)) }
  }

  /// Whether a key has decorators.
  func decorates(_ key: ServiceKey) -> Bool { has(.decorations) && !decorations[key].isEmpty }

  /// Whether a forward to a record would bypass decorators of its key.
  ///
  /// Decorators of a whole type also wrap the record, if it has that type.
  func forbidsForward(_ key: ServiceKey, to target: Record) -> Bool {
    guard decorates(key) else { return false }
    return key.serviceType != target.serviceType || !decorations.decorators(ofKey: key).isEmpty
  }

  private var decorations: DecoratorList { extras.withLock { $0.decorations } }

  /// The locations of the decorators of each key, in the order of the first ones.
  package var decoratorPlaces: [(key: ServiceKey, places: [CodeLocation])] {
    let decorations = decorations
    return decorations.keys.map { ($0, decorations.decorators(ofKey: $0).map(\.location)) }
  }

  /// The locations of the decorators of each whole type, in the order of the first ones.
  package var decoratorPlacesOfTypes: [(type: Any.Type, places: [CodeLocation])] {
    decorations.ofTypes.map { ($0.type, $0.decorators.map(\.location)) }
  }

  // MARK: - Origins

  /// The registrations that replaced others, in the order of the replacements.
  package var replacements: [Replacement] { extras.withLock { $0.replacements }.inOrder }

  /// The registrations of assemblies, in the order in which the assemblies ended.
  package var assemblies: [AssembledPart] { extras.withLock { $0.assemblies } }

  func add(_ replacement: Replacement) {
    // Dropped objects are released outside the lock.
    _ = extras.withLock { $0.replacements.add(replacement) }
  }

  /// Forgets the replacements, which were intended.
  func forgetReplacements() {
    _ = extras.withLock { exchange(&$0.replacements, with: ReplacementList()) }
  }

  /// Notes that the registrations since `first` belong to an assembly.
  func add(_ assembly: Any.Type, since first: Int) {
    extras.withLock { extras in
      // Limited, so that a program that applies assemblies repeatedly does not fill the memory.
      if extras.assemblies.count == 1_000 { extras.assemblies.removeFirst() }
      extras.assemblies.append(AssembledPart(assembly: assembly, orders: first..<Registration.nextOrder))
    }
  }
}
