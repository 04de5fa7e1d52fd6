/// What the frames of a thread say about a service.
extension ThreadState.Pointer {
  /// Whether there is stack enough for another service.
  var hasStackLeft: Bool {
    @inline(never) get { !pointee.stack.isNearEnd() }
  }

  /// Whether a service of a cycle is being built or completed.
  func hasFrame(
    of entry: Int, in cycleNumber: Int, where isIncluded: (Frame.Phase) -> Bool = { _ in true }
  ) -> Bool {
    (0..<pointee.frameCount).contains { number in
      let frame = pointee.frame(number).pointee
      return frame.entry == entry && frame.cycleNumber == cycleNumber && isIncluded(frame.phase)
    }
  }

  /// The record that a frame builds: that of its registration, or the one for a single value of the arguments.
  ///
  /// Called by the thread itself, or under the lock of `Flights` while the thread waits.
  func record(of frame: Frame) -> Record {
    guard frame.entry >= 0 else { return frame.registration.takeUnretainedValue().record }
    if frame.cycleNumber == pointee.cycleNumber {
      return pointee.cycle.entry(frame.entry).pointee.record.takeUnretainedValue()
    }
    guard let resting = pointee.resting[frame.cycleNumber] else {
      return frame.registration.takeUnretainedValue().record
    }
    return resting.cycle.entry(frame.entry).pointee.record.takeUnretainedValue()
  }

  /// Whether a service that is being built may be built a second time within that.
  ///
  /// It may where an `initCompleted` lies between: the service completed there is found from now on, so that the second
  /// build takes another way than the first. Without one, the factories need one another without end.
  func mayBuildAgain(_ index: Int) -> Bool {
    var number = pointee.frameCount - 1
    while number >= 0 {
      let frame = pointee.frame(number).pointee
      if frame.cycleNumber == pointee.cycleNumber {
        if frame.entry == index { return false }
        if frame.phase == .completing { return true }
      }
      number -= 1
    }
    return false
  }

  /// Counts a service that outlives the cycle, while its factory or its completions run.
  func countFrame(_ scope: ScopeKind, by difference: Int) {
    if scope == .weak {
      pointee.weakFrameCount += difference
    } else if scope != .transient && scope != .graph {
      pointee.keptFrameCount += difference
    }
  }

  /// Notes the services that outlive the cycle, are being built, and get a service that was built before.
  ///
  /// What was built within its own build belongs to it anyway. `nil` stands for a service of an earlier cycle. Stops at the outermost service
  /// that the container keeps: what is within that belongs to it.
  @inline(never)
  func noteCapture(of index: Int?) {
    for number in 0..<pointee.frameCount {
      let frame = pointee.frame(number)
      let isWithin =
        index.map { frame.pointee.cycleNumber == pointee.cycleNumber && frame.pointee.entry <= $0 } ?? false
      if frame.pointee.scope == .weak {
        if !isWithin { frame.pointee.hasCaptured = true }
      } else if frame.pointee.isKept {
        if !isWithin { capture() }
        return
      }
    }
  }

  /// Notes that a service got an instance that is held weakly: what that was handed may come to be kept with the service.
  @inline(never)
  func noteKeepers(of shared: Unmanaged<SharedInstance>) {
    guard pointee.frameCount > 0 else { return }
    shared._withUnsafeGuaranteedRef { shared in
      if pointee.keptFrameCount > 0 || pointee.isCaptured { return shared.releaseContainer() }
      for keeper in shared.keepers where !pointee.keepers.contains(where: { $0 === keeper }) { note(keeper) }
    }
  }

  /// Lets go of the container what was handed out in the cycle.
  func capture() {
    pointee.isCaptured = true
    pointee.cycleIdentifier?.survivors.capture()
    let keepers = pointee.keepers
    pointee.keepers = []
    for keeper in keepers { keeper.stopKeepingContainer() }
  }
}
