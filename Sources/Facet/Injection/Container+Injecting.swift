extension Container {
  /// The resolver of a property wrapper: the given container, the one whose factory runs, or the main container.
  @usableFromInline
  @inline(never)
  static func injecting(_ container: Container?) -> any Resolver {
    if let container { return container }
    let thread = Resolution.current
    let top = thread.state.frames.count - 1
    if top >= 0 { return thread.state.frames[top].resolver.object }
    return AwaitedResolver.running ?? main
  }
}
