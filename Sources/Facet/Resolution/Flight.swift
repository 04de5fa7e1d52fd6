/// The building of one shared instance by one thread.
///
/// What other threads see is touched under the lock of `Flights`, the rest by the building thread alone.
final class Flight: @unchecked Sendable {
  typealias Publication = () -> AnyObject?

  /// What is being built: a record, or another object that one thread works on.
  let subject: AnyObject
  /// The thread that builds.
  let thread: Resolution.Pointer
  /// The instance, once the factory has returned it: half-built until its `initCompleted` is through.
  fileprivate(set) var instance: SharedInstance?
  /// Makes the finished instance visible, and gives the one that it replaces; `nil` if nothing is shared.
  var publication: Publication?
  fileprivate var isOver = false
  fileprivate var waits: [Flights.Wait] = []

  fileprivate init(subject: AnyObject, thread: Resolution.Pointer) {
    self.subject = subject
    self.thread = thread
  }
}

/// Which shared instances are being built, by whom, and who waits for them.
///
/// A thread that needs an instance which another thread builds waits. If the other one waits in turn, directly or over
/// more threads, for the first, nobody would ever go on. Every thread looks for that before it waits, so it is always
/// seen by the one that would close the circle. Then somebody in the circle is given what it waits for half-built: an instance
/// whose factory has returned, just as a single thread sees it in a circle of `initCompleted`. If there is none, all
/// factories of the circle need one another, which is a real loop, and the thread is told the path of the other one.
///
/// One lock for all of it: it is taken at first builds alone, never by a resolve that finds its instance, and never
/// while user code runs.
enum Flights {
  /// A thread at rest until a flight is over.
  final class Wait: @unchecked Sendable {
    fileprivate let flight: Flight
    /// Whether the thread has what it needs, and only waits for others to finish with it.
    fileprivate let isCourtesy: Bool
    fileprivate let signal = Signal()
    /// The half-built instance that the thread may go on with.
    fileprivate var offer: SharedInstance?
    /// What the waiting thread builds, and the thread behind the offer waits for.
    fileprivate var dependent: AnyObject?
    fileprivate var isReleased = false

    fileprivate init(for flight: Flight, isCourtesy: Bool) {
      self.flight = flight
      self.isCourtesy = isCourtesy
    }
  }

  enum Claim {
    /// The caller builds.
    case granted(Flight)
    /// The caller builds already, further down its stack.
    case own(Flight)
    /// Another thread is done: look again.
    case over
    /// Another thread needs what the caller builds, `dependent`, and gives what it has.
    case halfBuilt(Flight, SharedInstance, dependent: AnyObject?)
    /// Another thread needs what the caller builds, and has nothing to give.
    case loop(otherPath: [ServiceKey])
  }

  private static let flights = Guarded<[ObjectIdentifier: Flight]>([:])

  /// Begins to build `subject`, or waits until another thread has done it.
  ///
  /// `finished` is asked under the lock, so that nobody begins what has just been done; what it gives is released
  /// outside.
  static func claim(
    _ subject: AnyObject, for thread: Resolution.Pointer, unless finished: () -> AnyObject? = { nil }
  ) -> Claim {
    let (claim, wait, _) = flights.withLock { flights -> (Claim?, Wait?, AnyObject?) in
      if let flight = flights[ObjectIdentifier(subject)] {
        if flight.thread == thread { return (.own(flight), nil, nil) }
        let (claim, wait) = prepareToWait(for: flight, thread, isCourtesy: false)
        return (claim, wait, nil)
      }
      if let instance = finished() { return (.over, nil, instance) }
      let flight = Flight(subject: subject, thread: thread)
      flights[ObjectIdentifier(subject)] = flight
      return (.granted(flight), nil, nil)
    }
    return claim ?? finish(wait, of: thread)
  }

  /// Waits until another thread has finished what this one was given half-built.
  static func waitForCompletion(of flight: Flight, _ thread: Resolution.Pointer) {
    let (claim, wait) = flights.withLock { _ in
      flight.isOver ? (.over, nil) : prepareToWait(for: flight, thread, isCourtesy: true)
    }
    if claim == nil { _ = finish(wait, of: thread) }
  }

  /// Notes that the factory has returned.
  static func setInstance(_ instance: SharedInstance, of flight: Flight) {
    // The one of a nested build is released outside the lock.
    _ = flights.withLock { _ in
      let old = flight.instance
      flight.instance = instance
      return old
    }
  }

  /// Ends flights together: their instances become visible if they are to be, and who waits is woken.
  static func end(_ ended: [Flight], isPublished: Bool = false) {
    let (waits, replaced, _) = flights.withLock { flights -> ([Wait], [AnyObject], [AnyObject?]) in
      let replaced = isPublished ? ended.compactMap { $0.publication?() } : []
      let instances = ended.map(\.instance)
      var waits: [Wait] = []
      for flight in ended {
        flights[ObjectIdentifier(flight.subject)] = nil
        flight.isOver = true
        flight.instance = nil
        waits += flight.waits
        flight.waits = []
      }
      return (waits, replaced, instances)
    }
    for wait in waits { wait.signal.send() }
    for instance in replaced { Reclamation.retire(instance) }
  }

  // MARK: - Waiting

  private static func prepareToWait(
    for flight: Flight, _ thread: Resolution.Pointer, isCourtesy: Bool
  ) -> (Claim?, Wait?) {
    if let circle = circle(from: flight, to: thread) {
      if !isCourtesy, let instance = flight.instance {
        return (.halfBuilt(flight, instance, dependent: circle.last?.flight.subject), nil)
      }
      if let index = circle.firstIndex(where: { !$0.isCourtesy && $0.flight.instance != nil }) {
        let way = circle[index]
        way.offer = way.flight.instance
        way.dependent = index == 0 ? flight.subject : circle[index - 1].flight.subject
        release(way)
      } else if isCourtesy {
        // All others in the circle have what they need, too: somebody must finish first.
        return (.over, nil)
      } else if let way = circle.first(where: \.isCourtesy) {
        release(way)
      } else {
        return (.loop(otherPath: flight.thread.pointee.path), nil)
      }
    }
    let wait = Wait(for: flight, isCourtesy: isCourtesy)
    flight.waits.append(wait)
    thread.pointee.wait = wait
    return (nil, wait)
  }

  private static func release(_ wait: Wait) {
    wait.isReleased = true
    wait.signal.send()
  }

  /// The waits that lead from a flight back to `thread`; `nil` if somebody on the way still runs.
  private static func circle(from flight: Flight, to thread: Resolution.Pointer) -> [Wait]? {
    var circle: [Wait] = []
    var next = flight.thread
    while let wait = next.pointee.wait, !wait.isReleased, !wait.flight.isOver {
      circle.append(wait)
      next = wait.flight.thread
      if next == thread { return circle }
    }
    return nil
  }

  private static func finish(_ wait: Wait?, of thread: Resolution.Pointer) -> Claim {
    guard let wait else { return .over }
    wait.signal.wait()
    return flights.withLock { _ in
      thread.pointee.wait = nil
      guard !wait.flight.isOver, let offer = wait.offer else { return .over }
      return .halfBuilt(wait.flight, offer, dependent: wait.dependent)
    }
  }
}
