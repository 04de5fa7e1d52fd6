extension Record {
  /// Whether an awaited start builds it before those that find it synchronously.
  func isStartedFirst(by registry: Registry) -> Bool {
    let found = Found(registration: self, configuration: nil, builder: Borrowed(registry))
    return configuration.mustBeAwaited || actorToVisit != nil || awaitsDependencies(found, askedBy: registry)
  }
  /// Whether it cannot be built right here.
  func needsAwait(_ found: Found, askedBy asked: Registry) -> Bool {
    let configuration = found.configuration ?? configuration
    if configuration.mustBeAwaited || awaitsDependencies(found, askedBy: asked) { return true }
    if !configuration.isPlain || recipe.isolation != nil, let isolation = actorToVisit,
      !isolation.isKnownToBeCurrent(.current)
    {
      return true
    }
    switch configuration.kind {
    case .transient, .graph: return false
    case .scoped, .perArgument: return true
    default: return ownHome.running != nil
    }
  }
  /// The build by another party, for which a thread would wait.
  func buildElsewhere(_ found: Found, _ arguments: KeptArguments?, askedBy asked: Registry)
    -> Build?
  {
    let kind = (found.configuration ?? configuration).kind
    if kind == .transient || kind == .graph { return nil }
    return (try? home(kind, for: arguments, askedBy: asked))?.running
  }
}

extension Home {
  /// The build by another party.
  var running: Build? {
    owner.contents.withReadLock { contents in
      read(contents) { $0.life }?.read(contents) { $0.build }
    }.flatMap { $0.party === Resolution.current.state.party ? nil : $0 }
  }
}
