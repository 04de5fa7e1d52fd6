/// A service that is built a second time, by a completion for which the first build waits, as one thread would. The second instance counts.
extension AsyncFlights {
  /// Notes the instance of a second build of the same service, which counts; false if it comes too late, or another one was first.
  static func setOther(_ instance: SharedInstance, of flight: AsyncFlight, builtBy build: AsyncBuild) -> Bool
  {
    let place = Place(build)
    // Released outside the lock.
    let (isSet, _, _) = state.withLock { _ -> (Bool, SharedInstance?, SharedInstance?) in
      if flight.other?.number == instance.number { return (true, nil, nil) }
      if flight.isDecided || flight.other != nil { return (false, nil, nil) }
      tie(flight, place)
      // One that has failed keeps no instance.
      if flight.answer != nil { return (true, nil, nil) }
      return (true, exchange(&flight.other, with: instance), exchange(&flight.halfBuilt, with: instance))
    }
    return isSet
  }

  /// Notes that a resolve builds what another build of its cycle makes.
  static func note(_ flight: AsyncFlight, builtAgainBy build: AsyncBuild) {
    let place = Place(build)
    state.withLock { _ in tie(flight, place) }
  }

  /// What one of two builds of a service has borrowed, the other one has: they are shown together.
  private static func tie(_ flight: AsyncFlight, _ place: Place) {
    // Also one around the resolve: its factory may fail in the end.
    guard let owner = place.owner, owner !== flight else { return }
    owner.borrow([flight])
    flight.borrow([owner])
  }

  /// Ends the factory of a build: gives the instance of a second one, if that counts.
  static func decide(_ flight: AsyncFlight) -> SharedInstance? {
    state.withLock { _ in
      flight.isDecided = true
      return flight.other
    }
  }

  static func other(of flight: AsyncFlight) -> SharedInstance? { state.withLock { _ in flight.other } }
}
