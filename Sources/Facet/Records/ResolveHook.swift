/// Looks on at the resolves of a container and its children, or leads them to another container.
///
/// Nothing asks for it while a container has none. It is called with no lock held, and may resolve.
package final class ResolveHook: Sendable {
  let before: @Sendable (ObservedResolve) -> Void
  let after: @Sendable (ObservedResolve, Outcome, _ nanoseconds: UInt64) -> Void
  let redirect: @Sendable (Registry) -> Registry?
  /// Receives what a service asks for beside its resolves, with the order of its registration; returns whether it reports what fails.
  let notice: @Sendable (_ asking: Int?, ResolveNotice) -> Bool

  package init(
    before: @escaping @Sendable (ObservedResolve) -> Void = { _ in },
    after: @escaping @Sendable (ObservedResolve, Outcome, _ nanoseconds: UInt64) -> Void = { _, _, _ in },
    redirect: @escaping @Sendable (Registry) -> Registry? = { _ in nil },
    notice: @escaping @Sendable (_ asking: Int?, ResolveNotice) -> Bool = { _, _ in false }
  ) {
    (self.before, self.after, self.redirect, self.notice) = (before, after, redirect, notice)
  }
}

/// The notices beside the resolves themselves.
package enum ResolveNotice: Sendable {
  /// An injected property asks for a key: lazily, or in vain.
  case property(ServiceKey)
  /// All services of a type are asked for, or those with a name; the number is that of the parents of the asked registry.
  case list(of: ServiceKey, isByName: Bool, registryDepth: Int)
}

/// The outcome of a resolve.
package enum Outcome: Sendable {
  case built, reusedFromCycle, reusedFromContainer, reusedWeakly, reusedFromStorage
  case missing
  case failed(ResolutionError)
}

extension ScopeKind {
  /// The outcome of a resolve that finds an instance.
  var reuse: Outcome {
    switch self {
    case .transient, .graph: .reusedFromCycle
    case .container, .perArgument, .scoped: .reusedFromContainer
    case .weak: .reusedWeakly
    case .custom: .reusedFromStorage
    }
  }
}

/// A resolve while hooks look on, and those that it is a part of.
package final class RunningResolve: Sendable {
  private static let numbers = Counter()

  /// No other resolve of the process has it.
  package let number = numbers.next()
  package let enclosing: RunningResolve?
  package let topLevel: Int
  package let depth: Int
  private let over = Guarded(false)

  /// `enclosing` may be over: then it was left behind, and the next one counts.
  init(in enclosing: RunningResolve?) {
    let running = enclosing.flatMap { sequence(first: $0, next: \.enclosing).first { !$0.isOver } }
    self.enclosing = running
    topLevel = running?.topLevel ?? number
    depth = running.map { $0.depth + 1 } ?? 0
  }
  var isOver: Bool { over.value }
  func end() { _ = over.exchange(true) }
}

/// A resolve as a hook sees it.
package struct ObservedResolve: Sendable {
  /// The one whose factory runs in the task; what the factory leaves behind has it, too.
  @TaskLocal static var ofTask: ObservedResolve?
  /// The order of the registration whose factory awaits in the task, where no frame of the thread says it.
  static var askingInTask: Int? { ofTask.flatMap { $0.running.isOver ? nil : $0.registration } }

  package let key: ServiceKey
  /// The order of the registration that was found.
  package let registration: Int?
  /// The order of the registration whose factory asks.
  package let enclosing: Int?
  /// The part of the service that asks; an awaited build does not tell.
  package var part = ServicePart.factory
  package let registryDepth: Int
  package let running: RunningResolve
  /// Tells threads apart; awaited resolves have negative numbers of their own.
  package var thread = -awaited.next()
  private static let awaited = Counter()
  /// Whether an awaited resolve asks for what must be awaited, or was.
  package var isAwaited: Bool { thread < 0 }
}

extension Registry {
  package func add(_ hook: ResolveHook) { changeHooks { $0.append(hook) } }
  package func remove(_ hook: ResolveHook) { changeHooks { $0.removeAll { $0 === hook } } }

  /// Whether it or a parent has a hook.
  @inline(__always)
  var isObserved: Bool { flags.has(.observed) }

  /// The hooks of this registry; those of the parents come first.
  var hooks: [ResolveHook] {
    guard isObserved else { return [] }
    return (parent?.hooks ?? []) + particular { $0.hooks }
  }
  var standIn: Registry? { hooks.lazy.compactMap { $0.redirect(self) }.first }

  func inheritHooks() { changeHooks { _ in } }

  /// Guards changes, which come one at a time, or a child would keep an old flag.
  private static let changes = Guarded(())
  private func changeHooks(_ change: (inout [ResolveHook]) -> Void) {
    // Held to the end: released outside the lock.
    let (hooks, family) = (particular { $0.hooks }, family)
    Registry.changes.withLock { _ in
      changeParticulars { change(&$0.hooks) }
      refreshFlags(isInherited: parent?.isObserved ?? false)
    }
    withExtendedLifetime((hooks, family)) {}
  }
  private func refreshFlags(isInherited: Bool) {
    var pending = [(self, isInherited)]
    while let (registry, isInherited) = pending.popLast() {
      let isOn = isInherited || registry.particular { !$0.hooks.isEmpty }
      if isOn { registry.flags.set(.observed) } else { registry.flags.clear(.observed) }
      pending += registry.children.map { ($0, isOn) }
    }
  }
}
