/// A service that a child's container completes, and that something got meanwhile which a parent builds.
///
/// What the parent keeps of that is put off until the completions are through. If they have found something of the child by then, which the
/// parent does not have, nothing of it is kept: it would capture what belongs to the child. The child's cycle has it nevertheless. From then
/// on that is known of the record, and it is lent no more, but by a child that registers nothing: the parent builds its own.
struct Loan {
  /// The frame of the service.
  let frame: Int
  /// Alive for as long as the frame was: the thread is a participant of `Reclamation`.
  let record: Unmanaged<Record>
  /// The depth of the parent.
  let depth: Int16
  /// How much had been put off before.
  let deferredCount: Int
}

extension ThreadState.Pointer {
  /// Lends the service of a frame, which is being completed, to what a parent builds.
  func lend(_ record: Unmanaged<Record>, inFrame frame: Int, to parent: Registry) {
    pointee.loans.append(
      Loan(frame: frame, record: record, depth: parent.depth, deferredCount: pointee.deferred.count))
    pointee.lowestHalfBuilt = min(pointee.lowestHalfBuilt, frame)
  }

  /// Leaves the frame of a service, which may have been lent.
  ///
  /// If its build failed, nothing that got it is kept.
  @inline(__always)
  func leaveFrame(hasFailed: Bool = false) {
    let depth = hasFailed ? Int16.max : pointee.frame(pointee.frameCount - 1).pointee.depth
    pointee.pop()
    if !pointee.loans.isEmpty { settleLoans(depth) }
  }

  @inline(never)
  private func settleLoans(_ depth: Int16) {
    let frameCount = pointee.frameCount
    var (parentDepth, deferredCount) = (Int16(-1), Int.max)
    pointee.loans.removeAll { loan in
      guard loan.frame >= frameCount else { return false }
      deferredCount = min(deferredCount, loan.deferredCount)
      if loan.depth < depth {
        parentDepth = max(parentDepth, loan.depth)
        // Of a failed build nothing is known.
        if depth != .max { loan.record._withUnsafeGuaranteedRef { $0.noteThatFindsMoreInChildren() } }
      }
      return true
    }
    if parentDepth >= 0 {
      var (position, withdrawn) = (0, [Flight]())
      pointee.deferred.removeAll { flight in
        position += 1
        guard position > deferredCount, flight.record.owner.depth <= parentDepth else { return false }
        withdrawn.append(flight)
        return true
      }
      Flights.end(withdrawn)
      for flight in withdrawn { flight.withdrawal?() }
    }
    // Unless a service further down is half-built, too.
    if deferredCount != .max, pointee.lowestHalfBuilt >= frameCount { endDeferred() }
  }
}
