extension Record {
  /// Changes the scope: what the old one keeps ends.
  func setScope(_ scope: any ObjectScopeProtocol) {
    if scope.kind == .perArgument, key.argumentTypes.contains(where: { !($0 is any Hashable.Type) }) {
      stopIncomparable(scope)
    }
    if configuration.settings.scope === scope { return }
    // A scope is mostly set before anything is built.
    let (isDone, _) = owner.contents.withLock { contents in
      // Released outside the lock: another thread may have changed it meanwhile.
      let (hasInstances, old) = read(contents) { ($0.hasInstances, $0.configuration) }
      if old.settings.scope === scope { return (true, old) }
      if !hasInstances { set(configuration(in: scope, contents), &contents) }
      return (!hasInstances, old)
    }
    if !isDone { owner.end(Registry.take([self], for: .change(to: scope))) }
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
