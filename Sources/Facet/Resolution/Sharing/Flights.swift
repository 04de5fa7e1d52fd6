/// Which shared instances are being built, by which thread, and which threads wait for them.
///
/// One lock for all of it: it is taken at first builds, for turns that are contended, and where awaited services look for builds of threads;
/// never by a resolve that finds its instance, and never while user code runs. What that buys: a shared instance is built once, the first build
/// takes the lock three times, and a resolve that finds the instance is some 200 instructions in all. How threads wait for one another is in `Flights+Waiting`.
enum Flights {
  enum Claim {
    /// The caller builds.
    case granted(Flight)
    /// The caller builds already, further down its stack.
    case own(Flight)
    /// Another thread is done: look again.
    case ended
    /// Another thread needs what the caller builds, `dependent`, and gives what it has.
    case halfBuilt(Flight, SharedInstance, dependent: Record?)
    /// The container was closed: nothing is begun any more.
    case closed
    /// Another thread needs what the caller builds, and has nothing to give.
    case loop(otherPath: [ServiceKey])
  }

  struct State {
    var flights: [ObjectIdentifier: Flight] = [:]
    /// Who waits for a turn.
    var turns: [Wait] = []
  }

  static let state = Guarded(State())

  /// Begins to build a service, or waits until another thread has done it.
  ///
  /// The record is asked for its instance under the lock, so that nobody begins what has just been done; it is released
  /// outside.
  @inline(never)
  static func claim(_ record: Record, for thread: ThreadState.Pointer) -> Claim {
    let (claim, wait, _) = state.withLock { state -> (Claim?, Wait?, AnyObject?) in
      if let flight = state.flights[ObjectIdentifier(record)] {
        if flight.thread == thread { return (.own(flight), nil, nil) }
        let (claim, wait) = state.prepareToWait(for: flight, thread)
        return (claim, wait, nil)
      }
      if let instance = record.shared?.takeUnretainedValue().owner { return (.ended, nil, instance) }
      // What was awaited is kept even then: the end of the container waits for it, to dispose of it.
      if record.owner.isClosed, thread.ready(record) == nil { return (.closed, nil, nil) }
      return (.granted(state.begin(record, thread)), nil, nil)
    }
    return claim ?? wait.map { $0.finish(thread) } ?? .ended
  }

  /// Waits until another thread has ended a build that is not the only one of its record, as in graph scope.
  @inline(never)
  static func wait(for flight: Flight, _ thread: ThreadState.Pointer) -> Claim {
    let (claim, wait) = state.withLock { state -> (Claim?, Wait?) in
      if flight.isOver { return (.ended, nil) }
      if flight.thread == thread { return (.own(flight), nil) }
      return state.prepareToWait(for: flight, thread)
    }
    return claim ?? wait.map { $0.finish(thread) } ?? .ended
  }

  /// Waits until another thread has completed an object that it handed to a storage; `nil` if no other thread is doing that.
  @inline(never)
  static func waitForCompletion(
    ofObjectAt address: UInt, by record: Record, _ thread: ThreadState.Pointer
  ) -> Claim? {
    let (claim, wait) = state.withLock { state -> (Claim?, Wait?) in
      guard let flight = state.flights[ObjectIdentifier(record)], flight.thread != thread,
        flight.instance?.heldAddress == address
      else { return (nil, nil) }
      return state.prepareToWait(for: flight, thread)
    }
    return claim ?? wait.map { $0.finish(thread) }
  }

  /// The build of a record that runs.
  @inline(never)
  static func running(_ record: Record) -> Flight? { state.withLock { $0.flights[ObjectIdentifier(record)] } }

  /// What tasks wait for until a build is over; `nil` if it is.
  static func node(of flight: Flight) -> AsyncNode? {
    state.withLock { _ in
      if flight.isOver { return nil }
      if flight.node == nil { flight.node = AsyncNode(enclosing: nil) }
      return flight.node
    }
  }

  /// Whether an instance of a record is being built, or finished and not yet visible.
  ///
  /// Releases nothing: it is called under the lock of an `ArgumentTable`.
  @inline(never)
  static func isRunning(for record: Record) -> Bool {
    state.withLock { $0.flights[ObjectIdentifier(record)] != nil }
  }

  /// The builds that run for the records of registries.
  static func running(in registries: [Registry]) -> [Flight] {
    state.withLock { state in
      state.flights.values.filter { flight in registries.contains { $0 === flight.record.owner } }
    }
  }

  /// Waits until another thread has finished what this one was given half-built.
  @inline(never)
  static func waitForCompletion(of flight: Flight, _ thread: ThreadState.Pointer) {
    let wait = state.withLock { $0.prepareToWaitForCompletion(of: flight, thread) }
    _ = wait?.finish(thread)
  }

  /// Notes that the factory has returned; false if another thread took the build over meanwhile.
  @inline(never)
  static func setInstance(_ instance: SharedInstance, of flight: Flight) -> Bool {
    // The one of a nested build is released outside the lock.
    let (isOurs, _) = state.withLock { _ -> (Bool, SharedInstance?) in
      flight.isTakenOver ? (false, nil) : (true, exchange(&flight.instance, with: instance))
    }
    return isOurs
  }

  /// Notes the instance of a second build within the first one of the same service; false if another thread took that over.
  @inline(never)
  @discardableResult
  static func setInstance(
    _ instance: SharedInstance?, of record: Record, by thread: ThreadState.Pointer
  ) -> Bool {
    let (isOwn, old) = state.withLock { state -> (Bool, SharedInstance?) in
      guard let flight = state.flights[ObjectIdentifier(record)], flight.thread == thread else {
        return (false, nil)
      }
      return (true, exchange(&flight.instance, with: instance))
    }
    // Released outside the lock.
    withExtendedLifetime(old) {}
    return isOwn
  }

  /// Ends flights together: their instances become visible if they are to be, and the threads that wait are woken.
  @inline(never)
  static func end(_ ended: [Flight], isPublished: Bool = false) {
    for flight in ended { flight.willEnd(isPublished: isPublished) }
    let (waits, replaced, _, nodes) = state.withLock {
      state -> ([Wait], [AnyObject], [(SharedInstance?, Flight.Publication?)], [AsyncNode]) in
      let nodes = ended.compactMap { exchange(&$0.node, with: nil) }
      let replaced = isPublished ? ended.compactMap { $0.publication?() } : []
      // Another thread may hold a flight for longer, but not what it has built.
      let instances = ended.map {
        (exchange(&$0.instance, with: nil), exchange(&$0.publication, with: nil))
      }
      var waits: [Wait] = []
      for flight in ended {
        // Another thread may have taken it over.
        let id = ObjectIdentifier(flight.record)
        if state.flights[id] === flight {
          state.flights[id] = nil
          flight.record.noteBuild(false)
        }
        flight.isOver = true
        waits += flight.waits
        flight.waits = []
      }
      return (waits, replaced, instances, nodes)
    }
    for wait in waits { wait.signal.send() }
    for node in nodes { AsyncFlights.end(node: node, .lookAgain) }
    for instance in replaced { Reclamation.retire(instance) }
  }
}

extension Flights.State {
  mutating func begin(_ record: Record, _ thread: ThreadState.Pointer) -> Flight {
    let flight = Flight(record, thread)
    flights[ObjectIdentifier(record)] = flight
    record.noteBuild(true)
    return flight
  }
}
