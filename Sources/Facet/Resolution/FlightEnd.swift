/// How the build of an instance that outlives the cycle ends; see `SharedBuild`.
extension Request {
  /// Makes the instance of a flight visible, now or together with the half-built ones that it refers to.
  func finish(_ flight: Flight, _ publication: Flight.Publication?) {
    flight.publication = publication
    resolution.pointee.deferred.append(flight)
    // The frame of this service is gone, so its number is the count.
    guard resolution.pointee.lowestHalfBuilt >= resolution.pointee.frameCount else { return }
    resolution.endDeferred()
  }

  /// Ends a flight whose factory failed, and with it what refers to its half-built instance: nothing is published.
  func abandon(_ flight: Flight) {
    // The flights hold what was built.
    resolution.puttingErrorAside {
      guard resolution.pointee.lowestHalfBuilt >= resolution.pointee.frameCount else {
        return Flights.end([flight])
      }
      Flights.end(resolution.takeDeferred().finished + [flight])
    }
  }

  /// Notes that a half-built instance was taken from a thread that waits for `dependent`, which this one builds.
  func adopt(_ flight: Flight, _ dependent: AnyObject?) {
    resolution.pointee.adopted.append(flight)
    if let dependent { noteHalfBuilt(dependent) }
  }

  /// Notes that an instance was handed out, if its build is not through.
  func noteHalfBuilt() {
    noteHalfBuilt(record.takeUnretainedValue())
  }

  private func noteHalfBuilt(_ record: AnyObject) {
    for number in 0..<min(resolution.pointee.frameCount, resolution.pointee.lowestHalfBuilt) {
      let frame = resolution.pointee.frame(number).pointee
      guard frame.isShared, frame.registration.takeUnretainedValue().record === record else { continue }
      resolution.pointee.lowestHalfBuilt = number
      return
    }
  }

  /// A copy of the result that outlives the resolve.
  func sharedInstance() -> SharedInstance {
    let record = record.takeUnretainedValue()
    return SharedInstance(
      record.serviceType, size: record.size, form: record.form(at: result), from: result)
  }
}

extension Resolution.Pointer {
  /// Makes the finished instances visible that were put off.
  func endDeferred() {
    let (finished, adopted) = takeDeferred()
    for other in adopted { Flights.waitForCompletion(of: other, self) }
    Flights.end(finished, isPublished: true)
  }

  fileprivate func takeDeferred() -> (finished: [Flight], adopted: [Flight]) {
    let (finished, adopted) = (pointee.deferred, pointee.adopted)
    pointee.lowestHalfBuilt = .max
    pointee.deferred = []
    pointee.adopted = []
    return (finished, adopted)
  }
}
