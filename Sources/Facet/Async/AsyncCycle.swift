/// A cycle over suspensions: all builds of one chain, and of the chains that branch off it.
///
/// It holds what its parts build in graph scope, and ends when the last of its builds is over.
final class AsyncCycle: Sendable {
  /// The builds of graph scope that other tasks of the cycle may wait for.
  private struct State {
    var running: [AsyncFlight] = []
    /// How many of these have ended.
    var endCount = 0
  }

  let identifier: GraphIdentifier
  /// The builds by threads, which do not suspend.
  let flights = CycleFlights()
  private let state = Guarded(State())

  init() {
    identifier = GraphIdentifier(resolvingBy: { [flights] request, cycle in
      request.resolve(in: cycle, flights)
    })
  }

  // Whoever keeps the identity keeps no instance by it.
  deinit { identifier.survivors.release() }

  var endCount: Int { state.withLock { $0.endCount } }

  /// The builds of one record that run.
  func running(_ record: Record, _ builder: Registry) -> [AsyncFlight] {
    state.withLock { $0.running.filter { $0.record === record && $0.build.builder === builder } }
  }

  /// Begins a build; false if another one of its record has begun since `known` was read, or any has ended since `endCount` was.
  ///
  /// Both are read before the instance is looked for: a build that ended since may have made it.
  func begin(_ flight: AsyncFlight, besides known: [AsyncFlight], since endCount: Int) -> Bool {
    state.withLock { state in
      let isNew =
        state.endCount == endCount
        && !state.running.contains { other in
          other.record === flight.record && other.build.builder === flight.build.builder
            && !known.contains { $0 === other }
        }
      if isNew { state.running.append(flight) }
      return isNew
    }
  }

  func end(_ flight: AsyncFlight) {
    state.withLock { state in
      state.running.removeAll { $0 === flight }
      state.endCount += 1
    }
  }

  /// Whether the cycle may have an instance of the service of a build.
  func mayHave(_ build: AsyncBuild) -> Bool {
    let key = Survivors.Key(record: build.record.order, builder: build.builder.number)
    return !identifier.survivors.find(key).isEmpty
  }

  /// Lets an instance be found by the cycle.
  func add(_ object: AnyObject, of build: AsyncBuild) {
    identifier.survivors.insert(
      object, of: build.record, builtBy: build.builder, build.arguments, isOutside: !build.isWithinKept)
  }
}
