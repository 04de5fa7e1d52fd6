/// Leads from an entry or from a wrapper to the container, without holding it.
///
/// The container has one anchor, and clears it when the container is released.
final class ContainerAnchor: @unchecked Sendable {
  // Unchecked for the owner, which is set before another thread sees the anchor.

  /// The registry of the container; its records use it while a resolve can reach them.
  var owner: Borrowed<Registry>!

  private struct State {
    /// Set until the end of the container.
    var registry: Registry?
    /// Set when code first asks for the container.
    ///
    /// An object with weak references counts its references at several times the cost.
    weak var container: Container?
  }

  private let state = Guarded(State())

  @inline(never)
  func hold(_ registry: Registry) {
    state.withLock { $0.registry = registry }
  }

  func clear() {
    // Released outside the lock.
    _ = state.withLock { exchange(&$0.registry, with: nil) }
  }

  /// The registrations of the container; `nil` once it is gone.
  var registry: Registry? {
    @inline(never) get { state.withLock { $0.registry } }
  }

  /// The container; `nil` once it is gone, or if `prepare` was never called.
  var container: Container? {
    @inline(never) get { state.withLock { $0.container } }
  }

  /// Makes `container` available from now on.
  @inline(never)
  func prepare(_ container: Container) {
    state.withLock { state in
      if state.container == nil { state.container = container }
    }
  }
}
