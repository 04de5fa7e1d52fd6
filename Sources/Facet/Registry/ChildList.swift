/// The living children of a registry.
///
/// A list through the children themselves, the newest first. It holds none of them: a child is in it from the end of its `init` to its
/// `close`.
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
  /// The forwards in all containers below this one that lead to records of another container, by that container's registry.
  ///
  /// Such a forward may be the only key of its record.
  ///
  /// Not by recursion: children may be nested more deeply than the stack allows.
  package func forwardsOfDescendants() -> [ObjectIdentifier: [Registration]] {
    var forwards: [ObjectIdentifier: [Registration]] = [:]
    var pending = liveChildren
    while let child = pending.popLast() {
      for registration in child.registrations() where registration.record.owner !== child {
        forwards[ObjectIdentifier(registration.record.owner), default: []].append(registration)
      }
      pending += child.liveChildren
    }
    return forwards
  }
}
