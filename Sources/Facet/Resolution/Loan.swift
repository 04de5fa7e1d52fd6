/// A service that a child container is still completing, and that a service built by a parent already got.
///
/// What the parent keeps of that is put off until the completions are through. If they have found something of the child by then, which the
/// parent does not have, nothing of it is kept: it would capture what belongs to the child. The service itself has it nevertheless. From then
/// on that is known of the record, and it is lent no more, but by a child that registers nothing: the parent builds its own.
struct Loan {
  /// The frame of the service, which is left by `leaveFrame`.
  let frame: Int
  /// Alive until the cycle ends, which forgets all loans: the thread is a participant of `Reclamation`.
  let record: Unmanaged<Record>
  /// The depth of the parent.
  let depth: Int16
}

extension ThreadState.Pointer {
  /// Lends the service of a frame, which is being completed, to what a parent builds.
  @inline(never)
  func lend(_ record: Unmanaged<Record>, inFrame frame: Int, to parent: Registry) {
    if !pointee.loans.contains(where: { $0.frame == frame && $0.depth == parent.depth }) {
      pointee.loans.append(Loan(frame: frame, record: record, depth: parent.depth))
    }
    pointee.lowestHalfBuilt = min(pointee.lowestHalfBuilt, frame)
    noteBorrowers()
  }

  /// Notes who gets an instance of the cycle, if that has something that is lent.
  @inline(never)
  func noteReuse(of index: Int) {
    noteDepth(pointee.cycle.entry(index).pointee.depth)
    if hasLoan(index) { noteBorrowers() }
  }

  /// Whether something that is lent came to a service of the cycle.
  func hasLoan(_ index: Int) -> Bool {
    let record = pointee.cycle.entry(index).pointee.record
    return pointee.borrowers.contains { $0.entry == index && $0.record.toOpaque() == record.toOpaque() }
  }

  /// Notes that all services that are being built get something that is lent.
  private func noteBorrowers() {
    var number = pointee.frameCount - 1
    while number >= 0, !pointee.loans.contains(where: { $0.frame == number }) {
      let frame = pointee.frame(number).pointee
      if frame.cycleNumber == pointee.cycleNumber, frame.entry >= 0, !hasLoan(frame.entry) {
        // An entry that is dropped leaves its number to another one.
        pointee.borrowers.append((frame.entry, pointee.cycle.entry(frame.entry).pointee.record))
      }
      number -= 1
    }
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
    var (isSettled, parentDepth) = (false, Int16(-1))
    pointee.loans.removeAll { loan in
      guard loan.frame >= frameCount else { return false }
      isSettled = true
      if loan.depth < depth {
        parentDepth = max(parentDepth, loan.depth)
        // Of a failed build nothing is known.
        if depth != .max { loan.record._withUnsafeGuaranteedRef { $0.noteThatFindsMoreInChildren() } }
      }
      return true
    }
    if parentDepth >= 0 { withdraw(upTo: parentDepth) }
    guard isSettled else { return }
    if pointee.loans.isEmpty { pointee.borrowers = [] }
    // Unless a service further down is half-built, too.
    if pointee.lowestHalfBuilt >= frameCount { endDeferred() }
  }

  /// Takes back what the parents down to a depth built with something that was lent: nobody else gets it.
  private func withdraw(upTo depth: Int16) {
    var withdrawn: [Flight] = []
    pointee.deferred.removeAll { flight in
      guard flight.hasLoan, flight.builderDepth <= depth else { return false }
      withdrawn.append(flight)
      return true
    }
    Flights.end(withdrawn)
    for flight in withdrawn { flight.withdrawal?() }
    // What is released may resolve: the number of entries is looked at each time.
    for (index, record) in pointee.borrowers where index < pointee.cycle.count {
      let entry = pointee.cycle.entry(index).pointee
      guard entry.content == .reference || entry.content == .instance,
        entry.record.toOpaque() == record.toOpaque()
      else { continue }
      if entry.builder._withUnsafeGuaranteedRef({ $0.depth }) <= depth,
        !hasFrame(of: index, in: pointee.cycleNumber)
      {
        drop(index)
      }
    }
  }
}
