/// The parts that few containers have.
final class Particulars: @unchecked Sendable {
  // Unchecked: the lock of the registry guards it; nothing changes `none`.

  var hooks: [ResolveHook] = []
  var behaviors: [any Behavior] = []
  /// The container, which behaviors receive.
  var container = WeakReference()
  /// By the types that they wrap, in the order of declaration.
  var decorators: [ObjectIdentifier: [Decorator]] = [:]
  var assemblies: [AssembledPart] = []
  var failures = FailureHandling()
  var defaultScope: ObjectScope?
  /// The ends that run in tasks.
  var runningEnds: [Int: RunningEnd] = [:]
  /// The ends that run on threads.
  var threadEnds: [Int: Work] = [:]
  /// How many threads register what others do not see yet.
  var drafts = 0
  /// The registrations of the closure of `overriding` that replace nothing.
  var looseOverrides: [LooseOverride] = []
  /// Whether its parent was copied with it: a close of it ends what that keeps, too.
  var ownsParent = false
  /// The close of this container, until it is over.
  var close: Close?

  static let none = Particulars()
}

/// A container's own handling of failures, where it does not use its parent's.
///
/// A struct, because a function that goes in and out of a generic type is wrapped again each time.
struct FailureHandling {
  typealias Handler = @Sendable (ResolutionError) -> Void

  var handler: Handler?
  var reportsWrongActor: Bool?
}

/// The registrations that an assembly made.
package struct AssembledPart: Sendable {
  package let assembly: Any.Type
  package let orders: Range<Int>
}

/// A registration of the closure of `overriding` that no service of the original asks for.
package struct LooseOverride: Sendable {
  package let order: Int
  /// The key of the forward that it replaced, and that of the service that the forward led to; `nil` if it replaced nothing.
  package let forward: (key: ServiceKey, target: ServiceKey)?
}

extension Registry {
  /// Takes the lock, and reads what few containers have.
  func particular<Result>(_ body: (Particulars) -> Result) -> Result {
    contents.withReadLock { body($0.particulars) }
  }
  func changeParticulars<Result>(_ body: (Particulars) -> Result) -> Result {
    contents.withLock { body($0.ownParticulars()) }
  }

  var closing: CodeLocation? { contents.withReadLock { $0.closing } ?? parent?.closing }

  /// Releases the objects that behaviors and decorators have captured.
  func removeCallbacks() {
    // Released outside the lock.
    _ = contents.withLock { $0.takeCallbacks() }
  }

  // MARK: - Behaviors and the default scope

  var behaviors: [any Behavior] { particular { $0.behaviors } }
  func add(_ behavior: any Behavior, of container: Container) {
    changeParticulars { own in
      own.container = WeakReference(object: container)
      own.behaviors.append(behavior)
    }
    flags.set(.behaviors)
    // A closed container keeps nothing.
    if isClosed { removeCallbacks() }
  }

  var defaultScope: ObjectScope {
    get { flags.has(.defaultScope) ? particular { $0.defaultScope } ?? initialScope : initialScope }
    set {
      // Released outside the lock.
      _ = changeParticulars { exchange(&$0.defaultScope, with: newValue) }
      flags.set(.defaultScope)
    }
  }

  /// Whether `overriding` runs its closure, and the services of the original are still missing.
  var isOverriding: Bool { flags.has(.defaultScope) && defaultScope === ObjectScope.ofReplaced }

  // MARK: - Decorators

  package var decorators: [Decorator] { particular { $0.decorators }.inOrder }
  func decorators(of key: ServiceKey) -> [Decorator] {
    guard flags.has(.decorations) else { return [] }
    let ofType = particular { $0.decorators[ObjectIdentifier(key.serviceType)] }
    return ofType?.filter { $0.wraps(key) } ?? []
  }
  func add(_ decorator: Decorator) {
    let type = ObjectIdentifier(decorator.key.serviceType)
    changeParticulars { $0.decorators[type, default: []].append(decorator) }
    flags.set(.decorations)
  }
  func takeDecorators() -> [Decorator] { changeParticulars { exchange(&$0.decorators, with: [:]) }.inOrder }
  /// Adds the decorators of its key to a record that lacks them.
  func decorate(_ record: Record) {
    if flags.has(.decorations) { _ = contents.withLock { record.decorate(&$0) } }
  }
  /// Whether a decorator of the key itself, or of its type, would stand before another type.
  func forbidsForward(_ key: ServiceKey, to target: Record) -> Bool {
    decorators(of: key).contains { !($0.isForAll && key.serviceType == target.serviceType) }
  }

  // MARK: - Origins

  /// The registrations that the present ones replaced.
  package var replacements: [Replacement] {
    let all = registrations()
    return contents.withReadLock { _ in
      all.compactMap { new in new.replaced.map { Replacement(of: $0, by: new) } }
    }
  }
  package var assemblies: [AssembledPart] { particular { $0.assemblies } }
  package var looseOverrides: [LooseOverride] { particular { $0.looseOverrides } }

  func add(_ assembly: Any.Type, since first: Int) {
    changeParticulars { own in
      // Limited, so that a program that applies assemblies repeatedly does not fill the memory.
      if own.assemblies.count == 1_000 { own.assemblies.removeFirst() }
      own.assemblies.append(AssembledPart(assembly: assembly, orders: first..<Origin.nextOrder))
    }
  }
}

extension [ObjectIdentifier: [Decorator]] {
  fileprivate var inOrder: [Decorator] { Array(values.joined()).inOrder { $0.order } }
}

extension Registry.Contents {
  /// Takes behaviors and decorators, whose captures are released outside the lock.
  mutating func takeCallbacks() -> ([any Behavior], [Decorator]) {
    if !hasParticulars { return ([], []) }
    // Apart: with ThreadSanitizer, Swift 6.3.1 does not compile it as one expression.
    let own = ownParticulars()
    return (exchange(&own.behaviors, with: []), exchange(&own.decorators, with: [:]).inOrder)
  }
}
