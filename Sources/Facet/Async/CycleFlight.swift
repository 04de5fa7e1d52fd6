import Synchronization

/// The building of a service of graph scope by one thread, where other threads may be parts of the same cycle: that of an awaited resolve.
final class CycleFlight: Flight, @unchecked Sendable {
  // Unchecked: as its superclass; `isAwaited` is touched under the lock of `CycleFlights`.

  private let flights: CycleFlights
  private let cycle: GraphIdentifier
  fileprivate let key: Survivors.Key
  private let builder: Unmanaged<Registry>
  /// Those of the caller may be gone when another thread compares them.
  private let arguments: ArgumentCopy?
  /// How much was handed out before that keeps its container.
  private let keeperCount: Int
  /// Whether somebody may wait for the end.
  fileprivate var isAwaited = false

  init(_ request: Request, _ flights: CycleFlights, in cycle: GraphIdentifier) {
    self.flights = flights
    self.cycle = cycle
    arguments = request.arguments.flatMap { pointer in
      request.record._withUnsafeGuaranteedRef { $0.recipe.arguments?.copy(pointer) }
    }
    builder = request.builder
    key = Survivors.Key(request)
    keeperCount = request.thread.pointee.keepers.count
    super.init(request.record.takeUnretainedValue(), request.thread)
  }

  private init(_ other: CycleFlight, on thread: ThreadState.Pointer) {
    flights = other.flights
    cycle = other.cycle
    key = other.key
    builder = other.builder
    arguments = other.arguments
    keeperCount = thread.pointee.keepers.count
    super.init(other.record, thread)
    isAwaited = true
  }

  // The thread that asks is a participant of `Reclamation`, and the builder its container's.
  override var builderDepth: Int16 { builder._withUnsafeGuaranteedRef { $0.depth } }

  /// Calls `==` of arguments, which is user code.
  func hasEqualArguments(_ others: UnsafeRawPointer?) -> Bool {
    guard let arguments, let others, let operations = record.recipe.arguments else { return true }
    return operations.areEqual(arguments.pointer, others)
  }

  override func handOver(to thread: ThreadState.Pointer, _ state: inout Flights.State) -> Flight {
    let new = CycleFlight(self, on: thread)
    flights.replace(self, by: new)
    return new
  }

  override func willEnd(isPublished: Bool) {
    _ = end(with: isPublished ? instance?.heldObject : nil)
  }

  /// Lets all parts of the cycle find an object, and says whether somebody may wait for that; by the thread that builds.
  func end(with object: AnyObject?) -> Bool {
    if let object {
      // What the instance was handed must be known before somebody else gets it. What it got from others is known since their ends.
      let keepers = thread.pointee.keepers.dropFirst(min(keeperCount, thread.pointee.keepers.count))
      if !keepers.isEmpty { cycle.survivors.note(Array(keepers)) }
      let isOutside = thread.pointee.isOutsideOfKept || !thread.pointee.keepers.isEmpty
      cycle.survivors.insert(
        object, of: record, builtBy: builder.takeUnretainedValue(), arguments, isOutside: isOutside)
    }
    return flights.end(self)
  }
}

extension Survivors.Key {
  init(_ request: Request) {
    self.init(
      record: request.record._withUnsafeGuaranteedRef { $0.order },
      builder: request.builder._withUnsafeGuaranteedRef { $0.number })
  }
}

/// What threads build in graph scope for one cycle right now.
final class CycleFlights: Sendable {
  private let flights = Guarded<[CycleFlight]>([])
  // Changed under the lock, and read without it: most cycles have no two parts at the same time.
  private let count = Atomic<Int>(0)
  private let endCount = Atomic<Int>(0)

  /// Those for a key, and how many of the cycle have ended.
  func running(for key: Survivors.Key) -> (running: [CycleFlight], endCount: Int) {
    let ended = endCount.load(ordering: .acquiring)
    return (hasSome ? flights.withLock { $0.filter { $0.key == key } } : [], ended)
  }

  private var hasSome: Bool { count.load(ordering: .acquiring) > 0 }

  /// The build of a record by another thread; its end will be told to those who wait.
  ///
  /// Calls `==` of arguments, which is user code.
  func flightElsewhere(
    of record: Record, _ builder: Registry, _ arguments: UnsafeRawPointer?, _ thread: ThreadState.Pointer
  ) -> Flight? {
    guard hasSome else { return nil }
    let flight = running(for: Survivors.Key(record: record.order, builder: builder.number)).running.first {
      $0.thread != thread && $0.hasEqualArguments(arguments)
    }
    guard let flight, noteWait(for: flight) else { return nil }
    return flight
  }

  /// Begins a build; false if another one for its key has begun since `known` was read, or any has ended since `endCount` was.
  ///
  /// Both are read before the instance is looked for: a build that ended since may have made it.
  @inline(never)
  func begin(_ flight: CycleFlight, besides known: [CycleFlight], since endCount: Int) -> Bool {
    flights.withLock { flights in
      let isNew =
        self.endCount.load(ordering: .relaxed) == endCount
        && !flights.contains { other in
          other.key == flight.key && !known.contains { $0 === other }
        }
      if isNew { change(&flights) { $0.append(flight) } }
      return isNew
    }
  }

  /// Notes that somebody is about to wait for a build; false if that is over.
  @inline(never)
  func noteWait(for flight: CycleFlight) -> Bool {
    flights.withLock { flights in
      let isRunning = flights.contains { $0 === flight }
      if isRunning { flight.isAwaited = true }
      return isRunning
    }
  }

  fileprivate func replace(_ flight: CycleFlight, by new: CycleFlight) {
    flights.withLock { flights in
      change(&flights) { $0 = $0.filter { $0 !== flight } + [new] }
    }
  }

  /// Ends a build, and says whether somebody may wait for that.
  @inline(never)
  fileprivate func end(_ flight: CycleFlight) -> Bool {
    flights.withLock { flights in
      change(&flights) { $0 = $0.filter { $0 !== flight } }
      endCount.add(1, ordering: .releasing)
      return flight.isAwaited
    }
  }

  private func change(_ flights: inout [CycleFlight], _ body: (inout [CycleFlight]) -> Void) {
    body(&flights)
    count.store(flights.count, ordering: .releasing)
  }
}
