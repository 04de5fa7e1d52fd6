/// What is seldom asked of a container, behind a lock of its own.
struct Extras {
  var hooks: [ResolveHook] = []
  /// Where the container was closed.
  var closing: CodeLocation?
  var behaviors: [any Behavior] = []
  /// The container, which behaviors receive.
  var container = WeakReference()
  /// In the order of declaration.
  var decorators: [Decorator] = []
  /// The last one for each pair of places, so that endless registrations do not fill the memory.
  var replacements: Set<Replacement> = []
  var assemblies: [AssembledPart] = []
  var failures = FailureHandling()
  var defaultScope: ObjectScope?
  /// Ends that are awaited, and that nobody waits for yet.
  var runningEnds: [Int: Task<Void, Never>] = [:]
  /// The close of this container, until it is over.
  var close: Close?
}

/// A container's own handling of failures, where it does not use its parent's.
///
/// A struct, because a function that goes in and out of a generic type is wrapped again each time.
struct FailureHandling {
  typealias Handler = @Sendable (ResolutionError) -> Void

  var handler: Handler?
  var reportsWrongActor: Bool?
}

/// A registration that replaced another one with the same key.
package struct Replacement: Hashable, Sendable {
  package let key: ServiceKey
  package let old: CodeLocation
  package let new: CodeLocation
  /// The order of the new registration.
  package let order: Int

  package static func == (left: Replacement, right: Replacement) -> Bool {
    left.old == right.old && left.new == right.new
  }
  package func hash(into hasher: inout Hasher) { hasher.combine(old.line &* 31 ^ new.line) }
}

/// The registrations that an assembly made.
package struct AssembledPart: Sendable {
  package let assembly: Any.Type
  package let orders: Range<Int>
}

extension Registry {
  var closing: CodeLocation? { extras.withLock { $0.closing } ?? parent?.closing }

  /// Releases the objects that behaviors and decorators have captured.
  func removeCallbacks() {
    // Released outside the lock.
    _ = extras.withLock { extras in
      let old = (extras.behaviors, extras.decorators)
      (extras.behaviors, extras.decorators) = ([], [])
      return old
    }
  }

  // MARK: - Behaviors and the default scope

  var behaviors: [any Behavior] { extras.withLock { $0.behaviors } }
  func add(_ behavior: any Behavior, of container: Container) {
    extras.withLock { extras in
      extras.container = WeakReference(object: container)
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

  package var decorators: [Decorator] { extras.withLock { $0.decorators } }
  private func decorators(of key: ServiceKey) -> [Decorator] {
    flags.has(.decorations) ? decorators.filter { $0.wraps(key) } : []
  }
  /// Puts those of a copied container before its own.
  func add(_ new: [Decorator], areFirst: Bool = false) {
    if new.isEmpty { return }
    extras.withLock { $0.decorators = areFirst ? new + $0.decorators : $0.decorators + new }
    flags.set(.decorations)
  }
  /// Adds the decorators of its key to a record that lacks them.
  func decorate(_ record: Record) {
    let decorators = decorators(of: record.key)
    if decorators.isEmpty { return }
    record.change { settings in
      for one in decorators where !settings.decorators.contains(where: { $0 === one }) {
        settings.decorators.append(one)
      }
    }
  }
  func decorates(_ key: ServiceKey) -> Bool { !decorators(of: key).isEmpty }
  /// Whether a decorator of the key itself, or of its type, would stand before another type.
  func forbidsForward(_ key: ServiceKey, to target: Record) -> Bool {
    decorators(of: key).contains { !($0.isForAll && key.serviceType == target.serviceType) }
  }

  // MARK: - Origins

  package var replacements: [Replacement] {
    Array(extras.withLock { $0.replacements }).inOrder { $0.order }
  }
  package var assemblies: [AssembledPart] { extras.withLock { $0.assemblies } }

  func note(_ new: Replacement) { _ = extras.withLock { $0.replacements.update(with: new) } }
  func forgetReplacements() { extras.withLock { $0.replacements = [] } }
  func add(_ assembly: Any.Type, since first: Int) {
    extras.withLock { extras in
      // Limited, so that a program that applies assemblies repeatedly does not fill the memory.
      if extras.assemblies.count == 1_000 { extras.assemblies.removeFirst() }
      extras.assemblies.append(AssembledPart(assembly: assembly, orders: first..<Registration.nextOrder))
    }
  }
}
