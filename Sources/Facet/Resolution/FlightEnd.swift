/// How the build of an instance that outlives the cycle ends; see `SharedBuild`.
extension Request {
  /// Makes the instance of a flight visible, now or together with the half-built ones that it refers to.
  func finish(_ flight: Flight, _ publication: Flight.Publication?) {
    flight.publication = publication
    resolution.pointee.deferred.append(flight)
    // The frame of this service is gone, so its number is the count.
    guard resolution.pointee.lowestHalfBuilt >= resolution.pointee.frameCount else { return }
    let (finished, adopted) = takeDeferred()
    for other in adopted { Flights.waitForCompletion(of: other, resolution) }
    Flights.end(finished, isPublished: true)
  }

  /// Ends a flight whose factory failed, and with it what refers to its half-built instance: nothing is published.
  func abandon(_ flight: Flight) {
    guard resolution.pointee.lowestHalfBuilt >= resolution.pointee.frameCount else {
      return Flights.end([flight])
    }
    Flights.end(takeDeferred().finished + [flight])
  }

  private func takeDeferred() -> (finished: [Flight], adopted: [Flight]) {
    let (finished, adopted) = (resolution.pointee.deferred, resolution.pointee.adopted)
    resolution.pointee.lowestHalfBuilt = .max
    resolution.pointee.deferred = []
    resolution.pointee.adopted = []
    return (finished, adopted)
  }

  /// Notes that an instance was handed out, if its build is not through.
  func noteHalfBuilt() {
    let record = record.takeUnretainedValue()
    for number in 0..<min(resolution.pointee.frameCount, resolution.pointee.lowestHalfBuilt) {
      let registration = resolution.pointee.frame(number).pointee.registration.takeUnretainedValue()
      guard registration.record === record else { continue }
      resolution.pointee.lowestHalfBuilt = number
      return
    }
  }

  /// A copy of the result that outlives the resolve.
  func sharedInstance(_ dynamicType: Any.Type) -> SharedInstance {
    let record = record.takeUnretainedValue()
    return SharedInstance(
      record.serviceType, size: record.size, dynamicType: dynamicType,
      isReference: record.isReference(dynamicType, at: result), from: result)
  }
}
