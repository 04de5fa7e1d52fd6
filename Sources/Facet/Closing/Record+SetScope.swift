extension Record {
  /// Changes the scope: what the old one keeps ends.
  func setScope(_ scope: any ObjectScopeProtocol) {
    if scope.kind == .perArgument, key.argumentTypes.contains(where: { !($0 is any Hashable.Type) }) {
      stopIncomparable(scope)
    }
    let old = configuration
    if old.settings.scope === scope { return }
    // A scope is mostly set before anything is built.
    let isDone = owner.contents.withLock { contents in
      if read(contents, { $0.hasInstances }) { return false }
      set(configuration(in: scope, contents), &contents)
      return true
    }
    if !isDone { owner.end(Registry.take([self], changingTo: scope)) }
    // The old scope is released outside the lock.
    withExtendedLifetime(old) {}
  }
  /// The present settings, which another thread may have changed, with this scope.
  func configuration(
    in scope: any ObjectScopeProtocol, _ contents: borrowing Registry.Contents
  ) -> Configuration {
    var settings = read(contents) { $0.configuration.settings }
    settings.scope = scope
    return .make(settings, for: recipe)
  }
}
