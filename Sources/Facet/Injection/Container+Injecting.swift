extension Container {
  /// The resolver of an injected property: the given container, the one that builds the object on this thread or in this task, or the
  /// main one.
  @usableFromInline
  @inline(never)
  static func injecting(_ container: Container?) -> any Resolver {
    if let container { return container }
    if let builder = Thread.current.builder { return builder.read { $0.container.object } }
    return RunningBuild.current ?? main
  }
}

extension Thread {
  /// The registry whose container builds the service around the running code.
  fileprivate var builder: Borrowed<Registry>? {
    guard state.frames.count > 0 else { return nil }
    let frame = state.frames[state.frames.count - 1]
    // In a closure of a forward or in a storage: new objects belong to the container of the registration.
    return frame.entry == Frame.noEntry
      ? frame.registration.read { $0.borrowedRecord }.read { $0.borrowedOwner } : frame.builder
  }
}
