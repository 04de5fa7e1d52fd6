/// One graph over a container and its children.
///
/// A service of graph scope is built by the container that was asked, so that a child can override what it needs. What
/// outlives the cycle is built by its owner, and asks the owner. So a cycle may ask for one record twice: through a child, and
/// through a parent. If the child had no say in it, both get one instance. If it had, they get two: what the parent keeps must
/// not capture what the child overrides.
///
/// Each frame knows the greatest depth at which something was found for its service. While that is not beyond the parent, the
/// parent would have built the same. What is still being completed may yet find more: then the child must override nothing at
/// all, and it is lent: see `Loan`.
extension Request {
  /// The instance that the cycle has of the same record, built by a child or a parent of the builder, if both would build the
  /// same.
  @inline(never)
  func relative(_ hash: UInt) -> Int? {
    guard mode.isScope(.graph) else { return nil }
    let argumentHash = hash ^ Cycle.hash(record, builder)
    var next = thread.pointee.child?.takeUnretainedValue()
    while let registry = next {
      next = registry.parent
      let other = Unmanaged.passUnretained(registry)
      guard other.toOpaque() != builder.toOpaque(),
        let index = with(mode, builder: other).findInCycle(Cycle.hash(record, other) ^ argumentHash)
      else { continue }
      let entry = thread.pointee.cycle.entry(index).pointee
      if entry.content == .reference || entry.content == .instance, isSameWhoeverBuilds(entry, index) {
        return index
      }
    }
    return nil
  }

  private func isSameWhoeverBuilds(_ entry: Cycle.Entry, _ index: Int) -> Bool {
    let (other, own) = (entry.builder.takeUnretainedValue(), builder.takeUnretainedValue())
    guard let (child, parent) = Registry.ordered(other, own) else { return false }
    guard child === other else { return !child.hasRegistrations(upTo: parent) { parent.has($0.lookup) } }
    let frame = (0..<thread.pointee.frameCount).first {
      let frame = thread.pointee.frame($0).pointee
      return frame.entry == index && frame.cycleNumber == thread.pointee.cycleNumber
    }
    guard let frame else { return entry.depth <= parent.depth }
    let findsMore = record._withUnsafeGuaranteedRef { $0.findsMoreInChildren }
    guard thread.pointee.frame(frame).pointee.depth <= parent.depth,
      !child.hasRegistrations(upTo: parent, where: { findsMore || parent.has($0.lookup) })
    else { return false }
    thread.lend(record, inFrame: frame, to: parent)
    return true
  }
}

extension ThreadState.Pointer {
  /// Notes for all services that are being built that a registration of a child was found for them.
  @inline(never)
  func noteUse(of registration: Unmanaged<Registration>) {
    noteDepth(registration._withUnsafeGuaranteedRef { $0.depth })
  }

  func noteDepth(_ depth: Int16) {
    var number = pointee.frameCount - 1
    // What encloses a frame has at least its depth.
    while number >= 0, pointee.frame(number).pointee.depth < depth {
      pointee.frame(number).pointee.depth = depth
      number -= 1
    }
  }
}

extension Registry {
  /// Two registries of one line as child and parent; `nil` if neither is above the other.
  fileprivate static func ordered(_ left: Registry, _ right: Registry) -> (child: Registry, parent: Registry)?
  {
    if left.isBelow(right) { return (left, right) }
    return right.isBelow(left) ? (right, left) : nil
  }

  private func isBelow(_ other: Registry) -> Bool {
    parent === other || parent?.isBelow(other) == true
  }

  /// Whether this registry, or one up to `ancestor`, has registrations for which `isIncluded` holds.
  fileprivate func hasRegistrations(
    upTo ancestor: Registry, where isIncluded: (Registration) -> Bool
  ) -> Bool {
    if self === ancestor { return false }
    return registrations().contains(where: isIncluded)
      || parent?.hasRegistrations(upTo: ancestor, where: isIncluded) == true
  }
}
