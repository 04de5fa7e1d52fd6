/// One graph over a container and its children.
///
/// A service of graph scope is built by the container that was asked, so that a child can override what it needs. What
/// outlives the cycle is built by its owner, and asks the owner. So a cycle may ask for one record twice: through a child, and
/// through a parent. A child in which nothing was ever registered is one with its parent (`Registry.graphOwner`). For any other, both get one
/// instance if the child had no say in it, and it is complete; else they get two: what the parent keeps must not capture what the child
/// overrides.
///
/// Each frame knows the greatest depth at which something was found for its service. While that is not beyond the parent, the
/// parent would have built the same.
extension Request {
  /// The instance that the cycle has of the same record, built by a child or a parent of the builder, if both would build the
  /// same.
  @inline(never)
  func relative(_ hash: UInt) -> Int? {
    let own = graphOwner
    let argumentHash = hash ^ Cycle.hash(record, own)
    var next = thread.state.child?.object
    while let registry = next {
      next = registry.parent
      let other = Borrowed(registry)
      guard other != own,
        let index = with(mode, builder: other).findInCycle(Cycle.hash(record, other) ^ argumentHash)
      else { continue }
      let content = thread.state.cycle[index].content
      if content == .service || content == .instance,
        !thread.hasFrame(of: index, in: thread.state.cycleNumber),
        isSameWhoeverBuilds(registry, own.object, thread.state.cycle[index].depth)
      {
        return index
      }
    }
    return nil
  }

  private func isSameWhoeverBuilds(_ other: Registry, _ own: Registry, _ depth: Int16) -> Bool {
    if other.isBelow(own) { return depth <= own.depth }
    return own.isBelow(other) && !own.has(.scoped)
      && !own.hasRegistrations(upTo: other) { other.has($0.lookup) }
  }
}

extension Thread {
  /// Notes for all services that are being built that a registration of a registry at this depth was found for them.
  @inline(never)
  func noteDepth(_ depth: Int16) {
    var number = state.frames.count - 1
    // What encloses a frame has at least its depth.
    while number >= 0, state.frames[number].depth < depth {
      state.frames[number].depth = depth
      number -= 1
    }
  }
}

extension Registry {
  fileprivate func isBelow(_ other: Registry) -> Bool {
    sequence(first: self, next: \.parent).dropFirst().contains { $0 === other }
  }

  /// Whether this registry, or one up to `ancestor`, has registrations for which `isIncluded` holds.
  fileprivate func hasRegistrations(
    upTo ancestor: Registry, where isIncluded: (Registration) -> Bool
  ) -> Bool {
    sequence(first: self, next: \.parent).prefix { $0 !== ancestor }
      .contains { $0.registrations().contains(where: isIncluded) }
  }
}
