/// Where an instance is kept, and who builds it.
///
/// A record has one. In scoped scope it has one in each registry, in perArgument scope one for each value. A `Lazy` has its own, which is in no
/// registry.
package final class Home: @unchecked Sendable {
  // Unchecked: what changes is guarded by the lock of the owner.

  /// The registry whose lock guards it, and whose container builds.
  let owner: Registry
  enum Kind {
    /// The one of a record, which a change of its scope empties.
    case ofRecord
    /// One of several: for a container, or for a value of the arguments.
    case ofPart
    /// That of a `Lazy`: no container keeps it.
    case ofLazy
  }
  let kind: Kind
  var isPrivate: Bool { kind == .ofLazy }

  /// The shared instance.
  var kept: Instance?
  /// The same, if it is kept weakly.
  var keptWeakly: WeakInstance?
  /// The same as forwards show it, by the numbers of those: a forward that is removed is not held.
  var conversions: [(forward: Int, instance: Instance)] = []
  /// The order of creation of the instance that was published last, whoever keeps it; 0 if there was none.
  var creation = 0
  /// The services that the instance got by a `Lazy`: they end later.
  var usedLazily: [LazyUse] = []

  /// The claim: the build that others wait for.
  var build: Build?
  /// How often the instance was given up.
  ///
  /// A build that began before is not kept.
  var resets = 0
  /// Whether a key leads here; else nothing is kept.
  var isOpen: Bool

  /// The storage of a custom scope.
  var storage: (any InstanceStorage)?
  /// Whose turn it is to use the storage.
  var turn: Build?

  init(_ kind: Kind, in owner: Registry, isOpen: Bool = true) {
    (self.kind, self.owner, self.isOpen) = (kind, owner, isOpen)
  }

  /// Call it with the lock.
  @inline(__always)
  var instance: Instance? { kept ?? (keptWeakly == nil ? nil : weakInstance) }
  @inline(never)
  private var weakInstance: Instance? { keptWeakly?.instance }
  /// The shared instance as a forward shows it.
  ///
  /// Call it with the lock.
  @inline(__always)
  func conversion(for forward: Forward) -> Instance? {
    for known in conversions where known.forward == forward.order { return known.instance }
    return nil
  }
  /// Keeps a conversion as long as the instance that it was made from.
  func keep(_ converted: Instance, for forward: Forward, of instance: Instance) {
    owner.contents.withLock { _ in
      if kept === instance, conversion(for: forward) == nil {
        conversions.append((forward.order, converted))
      }
    }
  }
}

/// A service that was got by a `Lazy`, and what was created for that.
struct LazyUse {
  let record: Record
  /// What was created last before the use, and in it.
  let before, after: Int
}
