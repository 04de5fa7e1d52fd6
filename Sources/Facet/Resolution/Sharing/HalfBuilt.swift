/// Half-built instances: those whose factory has returned, and whose `initCompleted` is not through.
///
/// With them, what one thread can build, several can: of 1,300 random graphs with completions, each resolved by two to six threads at once,
/// all give what one thread gives.
///
/// On one thread, services that complete one another see each other half-built. If B was given a half-built A, B must
/// not be published before A is. `lowestHalfBuilt` is the lowest frame whose half-built instance was handed out; what
/// finishes above it is deferred, and published together with it.
///
/// Over two threads, one may be given the half-built instance of the other, where both would wait for ever. What it builds
/// on that is deferred to the end of the build that the other one waits for, and before anything is published, it waits
/// until the other has finished, too, and all that the other borrowed. If that leads back to a build of its own that goes on, what is
/// deferred stays so until the end of that.
extension Request {
  /// Makes the instance of a flight visible, now or together with the half-built ones that it refers to.
  func finish(
    _ flight: Flight, _ publication: Flight.Publication?, withdrawal: Flight.Withdrawal? = nil
  ) {
    flight.publication = publication
    flight.withdrawal = withdrawal
    thread.pointee.deferred.append(flight)
    // The frame of this service is gone, so its number is the count.
    guard thread.pointee.lowestHalfBuilt >= thread.pointee.frameCount else { return }
    thread.endDeferred()
  }

  /// Ends a flight whose factory failed, and with it what may refer to its half-built instance: nothing is published, and the cycle
  /// forgets it.
  ///
  /// Where one further down was handed out, what was made before the factory ran stays put off.
  func abandon(_ flight: Flight) {
    var abandoned: [Flight] = []
    if thread.pointee.lowestHalfBuilt >= thread.pointee.frameCount {
      abandoned = thread.takeDeferred()
    } else {
      let isNew = { (other: Flight) in other.instance.map { $0.number > flight.beginning } ?? false }
      abandoned = thread.pointee.deferred.filter(isNew)
      thread.pointee.deferred.removeAll(where: isNew)
      thread.forgetSecondBuilds(since: flight.beginning)
    }
    Flights.end(abandoned + [flight])
    for flight in abandoned {
      thread.forget(flight.record)
      flight.withdrawal?()
    }
  }

  /// Notes that a half-built instance was taken from a thread that waits for `dependent`, which this one builds.
  func noteBorrowed(_ flight: Flight, _ dependent: Record?) {
    thread.pointee.borrowed.append(flight)
    if let dependent { noteHalfBuilt(dependent) }
  }

  /// Notes that an instance was handed out, if its build is not through.
  func noteHalfBuilt() {
    // Not even the reference to the record is counted where nothing is around the service.
    if thread.pointee.frameCount > 0 { noteHalfBuilt(record.takeUnretainedValue()) }
  }

  private func noteHalfBuilt(_ record: Record) {
    for number in 0..<min(thread.pointee.frameCount, thread.pointee.lowestHalfBuilt) {
      let frame = thread.pointee.frame(number).pointee
      guard frame.isShared, thread.record(of: frame) === record else { continue }
      thread.pointee.lowestHalfBuilt = number
      return
    }
  }

  /// A copy of the result that outlives the resolve.
  func sharedInstance() -> SharedInstance {
    let record = record.takeUnretainedValue()
    return SharedInstance(
      record.serviceType, size: record.recipe.size, form: record.form(at: result), from: result,
      number: thread.ready(record)?.number)
  }
}

extension ThreadState.Pointer {
  /// Takes the shared instances of a record out of the cycle, but for one whose build goes on.
  fileprivate func forget(_ record: Record) {
    // What is released may resolve: the number of entries is looked at each time.
    var index = pointee.cycle.count - 1
    while index >= 0 {
      if index < pointee.cycle.count {
        let entry = pointee.cycle.entry(index).pointee
        if entry.content == .instance || entry.content == .reference,
          entry.record.takeUnretainedValue() === record,
          !hasFrame(of: index, in: pointee.cycleNumber)
        {
          drop(index)
        }
      }
      index -= 1
    }
  }

  /// Drops the instances of second builds that were made since a number and so may refer to what failed; the first builds go on.
  fileprivate func forgetSecondBuilds(since number: Int) {
    for index in 0..<pointee.frameCount {
      let frame = pointee.frame(index).pointee
      guard frame.phase == .building, frame.cycleNumber == pointee.cycleNumber, frame.entry >= 0 else {
        continue
      }
      let entry = pointee.cycle.entry(frame.entry)
      guard entry.pointee.content == .instance,
        entry.pointee.instance._withUnsafeGuaranteedRef({ $0.number }) > number
      else { continue }
      let instance = entry.pointee.instance
      entry.pointee.content = .building
      pointee.loans.removeAll { $0.frame == index }
      Flights.setInstance(nil, of: record(of: frame), by: self)
      instance.release()
    }
  }

  /// Makes the deferred instances visible when all that they refer to is through, or defers them to a lower frame.
  func endDeferred() {
    if !pointee.borrowed.isEmpty, let frame = Flights.settle(self) {
      assert(frame < pointee.frameCount)
      pointee.lowestHalfBuilt = frame
      return
    }
    Flights.end(takeDeferred(), isPublished: true)
  }

  fileprivate func takeDeferred() -> [Flight] {
    let finished = pointee.deferred
    pointee.lowestHalfBuilt = .max
    pointee.deferred = []
    pointee.borrowed = []
    return finished
  }
}
