extension Container {
  /// The container that an injected property asks: the given one, that whose factory runs on this thread, or the main one.
  @usableFromInline
  @inline(never)
  static func injecting(_ container: Container?) -> Container {
    container ?? Thread.current.builder?.read { $0.container.object } ?? main
  }
}

extension Thread {
  /// The registry whose container builds what encloses the running code.
  fileprivate var builder: Borrowed<Registry>? {
    guard state.frames.count > 0 else { return nil }
    let frame = state.frames[state.frames.count - 1]
    // A closure of a forward, or a storage: what it makes belongs to the container of the registration.
    return frame.entry == Frame.noEntry
      ? frame.registration.read { $0.borrowedRecord }.read { $0.borrowedOwner } : frame.builder
  }
}
