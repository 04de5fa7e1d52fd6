/// Graph scope where several threads are parts of one cycle: that of an awaited resolve, whose child tasks may resolve at the same time.
///
/// One thread builds, with no lock held, as for what outlives the cycle. It is shown to the other parts of the cycle when its
/// `initCompleted` is through, and before its own part ends.
extension Request {
  @inline(never)
  func resolve(in cycle: GraphIdentifier, _ flights: CycleFlights) -> Outcome {
    while true {
      let hash = hashWithArguments()
      if let known = findInCycle(hash), !isTakenOver(known, flights) {
        if let outcome = reuseInSharedCycle(known, flights) { return outcome }
        continue
      }
      // Before the instance is looked for: what ends meanwhile may make it.
      let (running, endCount) = flights.running(for: Survivors.Key(self))
      if let known = thread.joinSurvivor(self) ?? (thread.pointee.child == nil ? nil : relative(hash)) {
        if let outcome = reuseInSharedCycle(known, flights) { return outcome }
        continue
      }
      if isBuiltInRestingCycle(hash) { return .failed(loop()) }
      // A value is not shared, so there is nothing to wait for.
      if record._withUnsafeGuaranteedRef({ $0.isKnownAsValue }) { return build(append(hash)) }
      guard let other = running.first(where: { $0.hasEqualArguments(arguments) }) else {
        let flight = CycleFlight(self, flights, in: cycle)
        guard flights.begin(flight, besides: running, since: endCount) else { continue }
        if let outcome = build(flight, hash) { return outcome }
        continue
      }
      guard flights.noteWait(for: other) else { continue }
      switch Flights.wait(for: other, thread) {
      case .granted(let flight):
        let flight = unsafeDowncast(flight, to: CycleFlight.self)
        if let outcome = build(flight, hashWithArguments()) { return outcome }
      case .ended:
        continue
      case .halfBuilt(let flight, let instance, let dependent):
        noteBorrowed(flight, dependent)
        return take(instance)
      case .own(let flight):
        // A deferred one has its instance.
        guard let instance = flight.instance else { return build(append(hash)) }
        noteHalfBuilt()
        return take(instance)
      case .loop, .closed:
        // Built on this thread, a real loop is found like any other.
        return build(append(hash))
      }
    }
  }

  /// Whether the cycle has a build of this thread that another one took over.
  private func isTakenOver(_ index: Int, _ flights: CycleFlights) -> Bool {
    let entry = thread.pointee.cycle.entry(index).pointee
    return entry.content == .building && entry.isShownByFlight && ownFlight(flights) == nil
  }

  /// The build by this thread that goes on.
  private func ownFlight(_ flights: CycleFlights) -> CycleFlight? {
    flights.running(for: Survivors.Key(self)).running.first {
      $0.thread == thread && $0.hasEqualArguments(arguments)
    }
  }

  /// Gives what the cycle has, or builds a second time within the build of the same service; `nil` if another thread took that over.
  private func reuseInSharedCycle(_ known: Int, _ flights: CycleFlights) -> Outcome? {
    if copyInstance(known) {
      noteHalfBuilt()
      return .reusedFromCycle
    }
    guard thread.mayBuildAgain(known) else { return .failed(loop()) }
    guard thread.pointee.cycle.entry(known).pointee.isShownByFlight else {
      let outcome = build(known, isAgain: true)
      if outcome.isSuccess { noteHalfBuilt() }
      return outcome
    }
    return buildAgain(known, flights)
  }

  /// Builds a second time within a flight of this thread; the second instance counts, for the other parts as well.
  private func buildAgain(_ index: Int, _ flights: CycleFlights) -> Outcome? {
    let outcome = runFactory(index)
    guard outcome.isSuccess else { return outcome }
    guard thread.pointee.cycle.entry(index).pointee.content == .building else {
      let outcome = takeOther(index)
      if outcome.isSuccess { noteHalfBuilt() }
      return outcome
    }
    let form = record._withUnsafeGuaranteedRef { $0.form(at: result) }
    if form != .value {
      guard let flight = ownFlight(flights), Flights.setInstance(sharedInstance(), of: flight) else {
        OpaqueValue.destroy(record.takeUnretainedValue().serviceType, at: result)
        thread.leaveFrame()
        return nil
      }
      share(index, hasCompletions: true)
    }
    if record._withUnsafeGuaranteedRef({ $0.mode.hasCompletions }) { runCompletions(index) }
    thread.leaveFrame()
    noteHalfBuilt()
    return .built
  }

  /// Goes on with an instance that is still being completed on another thread, which waits for this one.
  private func take(_ instance: SharedInstance) -> Outcome {
    if thread.pointee.keptFrameCount | thread.pointee.weakFrameCount > 0 { thread.noteCapture(of: nil) }
    let index = append(hashWithArguments())
    thread.pointee.cycle.keepArguments(index)
    thread.pointee.cycle.hold(instance, at: index)
    thread.pointee.cycle.entry(index).pointee.isShownByFlight = true
    instance.copyStorage(to: result)
    return .reusedFromCycle
  }

  /// Builds the instance of a flight; `nil` if another thread took the build over.
  private func build(_ flight: CycleFlight, _ hash: UInt) -> Outcome? {
    let index = append(hash)
    thread.pointee.cycle.entry(index).pointee.isShownByFlight = true
    let outcome = runFactory(index, in: .graph)
    guard outcome.isSuccess else {
      thread.drop(index)
      abandon(flight)
      return outcome
    }
    guard !flight.isTakenOver else {
      OpaqueValue.destroy(record.takeUnretainedValue().serviceType, at: result)
      thread.leaveFrame()
      thread.drop(index)
      Flights.end([flight])
      return nil
    }
    guard thread.pointee.cycle.entry(index).pointee.content == .building else {
      let outcome = takeOther(index)
      end(flight, index)
      return outcome
    }
    let form = record._withUnsafeGuaranteedRef { $0.form(at: result) }
    let hasCompletions = record._withUnsafeGuaranteedRef { $0.mode.hasCompletions }
    if form != .value {
      if hasCompletions { _ = Flights.setInstance(sharedInstance(), of: flight) }
      share(index, hasCompletions: true)
    }
    if hasCompletions { runCompletions(index) }
    thread.leaveFrame()
    end(flight, index)
    if thread.pointee.cycle.entry(index).pointee.content == .building { thread.pointee.cycle.discard(index) }
    return .built
  }

  /// Shows the instance of a flight to the other parts of the cycle: now, or together with the half-built ones that it refers to.
  private func end(_ flight: CycleFlight, _ index: Int) {
    let object = thread.pointee.cycle.entry(index).pointee.object
    // A value is shown to nobody.
    let isAlone =
      thread.pointee.lowestHalfBuilt == .max && thread.pointee.deferred.isEmpty
      && thread.pointee.borrowed.isEmpty
    guard object == nil || isAlone else {
      _ = Flights.setInstance(sharedInstance(), of: flight)
      flight.hasLoan = thread.hasLoan(index)
      return finish(flight, nil)
    }
    if flight.end(with: object) { Flights.end([flight]) }
  }
}
