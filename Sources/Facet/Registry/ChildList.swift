/// The children of a registry, for finding a registration that is out of reach.
///
/// A list through the children themselves, the newest first. It holds none of them: a child is in it from the end of
/// its `init` to its `close`.
struct ChildList {
  private var newest: Borrowed<Registry>?

  mutating func add(_ registry: Registry) {
    let child = Borrowed(registry)
    registry.olderSibling = newest
    newest?.object.newerSibling = child
    newest = child
  }

  mutating func remove(_ registry: Registry) {
    let (older, newer) = (registry.olderSibling, registry.newerSibling)
    older?.object.newerSibling = newer
    if let newer { newer.object.olderSibling = older } else { newest = older }
  }

  /// The children in the order in which they were added.
  var all: [Registry] {
    var all: [Registry] = []
    var next = newest
    while let child = next?.object {
      all.append(child)
      next = child.olderSibling
    }
    all.reverse()
    return all
  }
}

extension Registry {
  /// The forwards of children that lead to records of the registry: one may be the only key of its record.
  package var forwardsOfChildren: [Registration] {
    var forwards: [Registration] = []
    collectForwards(to: self, into: &forwards)
    return forwards
  }

  private func collectForwards(to owner: Registry, into forwards: inout [Registration]) {
    for child in liveChildren {
      for registration in child.registrations() where registration.record.owner === owner {
        forwards.append(registration)
      }
      child.collectForwards(to: owner, into: &forwards)
    }
  }
}
