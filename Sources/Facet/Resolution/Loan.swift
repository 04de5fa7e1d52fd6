/// A service that a child's container completes, and that something got meanwhile which a parent builds.
///
/// What the parent keeps of that is put off until the completions are through. If they have found something of the child by then, which the
/// parent does not have, nothing of it is kept: it would capture what belongs to the child. The child's cycle has it nevertheless.
struct Loan {
  /// The frame of the service.
  let frame: Int
  /// The depth of the parent.
  let depth: Int16
  /// How much had been put off before.
  let deferredCount: Int
}

extension ThreadState.Pointer {
  /// Lends the service of a frame, which is being completed, to what a parent builds.
  func lend(_ frame: Int, to parent: Registry) {
    pointee.loans.append(Loan(frame: frame, depth: parent.depth, deferredCount: pointee.deferred.count))
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
    let ended = pointee.loans.filter { $0.frame >= pointee.frameCount }
    guard let first = ended.first else { return }
    pointee.loans.removeAll { $0.frame >= pointee.frameCount }
    if let parent = ended.filter({ $0.depth < depth }).map(\.depth).max() {
      let isBuiltByParent = { (flight: Flight) in flight.record.owner.depth <= parent }
      let new = pointee.deferred.dropFirst(first.deferredCount)
      let withdrawn = new.filter(isBuiltByParent)
      pointee.deferred = pointee.deferred.prefix(first.deferredCount) + new.filter { !isBuiltByParent($0) }
      Flights.end(withdrawn)
      for flight in withdrawn { flight.withdrawal?() }
    }
    if pointee.lowestHalfBuilt >= pointee.frameCount { endDeferred() }
  }
}
