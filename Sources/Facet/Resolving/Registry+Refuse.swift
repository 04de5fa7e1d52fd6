// Rule 11, drain: who is refused by a container that is closed.

extension Registry.Contents {
  /// Whether a resolve that begins is refused.
  @inline(__always)
  var refuses: Bool { isClosed && !(isDraining && Resolution.current.isInBuild) }
  /// Whether what goes on is refused, too.
  var refusesBuilds: Bool { isClosed && !isDraining }
}

extension Registry {
  /// Whether a resolve that begins is refused.
  var refuses: Bool { contents.withReadLock { $0.refuses } }
}

extension Registration {
  /// Looks at a registration that is at hand.
  func look(askedBy builder: Registry) -> Search {
    owner.contents.withReadLock { contents in
      contents.refuses ? .closed(owner) : search(contents, askedBy: Borrowed(builder))
    }
  }
}
