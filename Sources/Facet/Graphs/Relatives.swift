/// One cycle across a container and its children.
///
/// The asked container builds a service of graph scope, so that a child can override its dependencies. A service that outlives the cycle is
/// built by its owner, and asks the owner. So a cycle may resolve one record twice: through a child, and through a parent. A child without
/// registrations counts as its parent (`Registry.graphOwner`). Other children share one complete instance with the parent if the child had no
/// influence on it. Otherwise there are two instances, because the parent's shared services must not capture the child's overrides.
///
/// Each frame knows the greatest depth of a registration for its service. If it is not beyond the parent, the parent would have built the
/// same.
extension Request {
  /// The cycle's instance of the same record that a child or a parent of the builder built, if both would build the same.
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
  /// Notes the depth of a found registration for all services under construction.
  @inline(never)
  func noteDepth(_ depth: Int16) {
    var number = state.frames.count - 1
    // A frame's enclosing frames have at least its depth.
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
