import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Threads of their own, each on its core, that start their work at the same moment.
enum Threads {
  /// Runs each body on a thread.
  static func run(_ bodies: [@Sendable () -> Void]) -> ThreadRun {
    let gate = Gate(count: bodies.count)
    let spans = Mutex<[Int: ThreadRun.Span]>([:])
    let threads = bodies.enumerated().map { core, body in
      start {
        Processor.tieThread(toCore: core)
        gate.pass()
        let start = ContinuousClock.now
        let processor = nanoseconds(body)
        let span = ThreadRun.Span(start: start, end: .now, processor: processor)
        spans.withLock { $0[core] = span }
      }
    }
    for thread in threads { pthread_join(thread, nil) }
    return ThreadRun(spans: bodies.indices.map { core in spans.withLock { $0[core]! } })
  }

  /// Measures work that is done by threads, interleaved, and timed by the clock.
  ///
  /// Whatever else runs on the machine takes a core from one of the threads. So the median is taken of that quarter of the
  /// runs in which all threads had the largest share of their cores.
  ///
  /// - Parameters:
  ///   - works: run so many iterations on threads.
  ///   - nanoseconds: what counts of a run.
  ///   - effort: how much time may be taken.
  /// - Returns: the nanoseconds of one iteration of each work.
  static func medians(
    of works: [(_ iterations: Int) -> ThreadRun], _ nanoseconds: @escaping (ThreadRun) -> Double,
    _ effort: Effort
  ) -> [Double] {
    var runs = works.map { _ in [(share: Double, nanoseconds: Double)]() }
    let loops = works.indices.map { index in
      Loop.timingItself { iterations in
        let run = works[index](iterations)
        runs[index].append((run.share, nanoseconds(run) / Double(iterations)))
        return nanoseconds(run)
      }
    }
    _ = Comparison.medians(of: loops, effort.forThreads)
    return runs.map { runs in
      // The first runs were for calibration.
      let counting = runs.suffix(effort.forThreads.runs).sorted { $0.share > $1.share }
      return counting.prefix(max(1, counting.count / 4)).map(\.nanoseconds).median
    }
  }

  private static func start(_ body: @escaping @Sendable () -> Void) -> pthread_t {
    let argument = Unmanaged.passRetained(Body(body)).toOpaque()
    #if canImport(Darwin)
      var thread: pthread_t?
      let code = pthread_create(&thread, nil, { Unmanaged<Body>.fromOpaque($0).run() }, argument)
      precondition(code == 0, "A thread cannot be started.")
      return thread!
    #else
      var thread = pthread_t()
      let code = pthread_create(&thread, nil, { Unmanaged<Body>.fromOpaque($0!).run() }, argument)
      precondition(code == 0, "A thread cannot be started.")
      return thread
    #endif
  }
}

/// What threads did that ran together.
struct ThreadRun {
  struct Span {
    let start: ContinuousClock.Instant
    let end: ContinuousClock.Instant

    /// The processor time in nanoseconds.
    let processor: Double

    var nanoseconds: Double { (end - start).nanoseconds }
  }

  let spans: [Span]

  /// From the first start to the last end.
  var nanoseconds: Double {
    (spans.map(\.end).max()! - spans.map(\.start).min()!).nanoseconds
  }

  /// How much of the time the thread ran that had least of its core.
  var share: Double {
    spans.map { $0.processor / $0.nanoseconds }.min()!
  }
}

extension Duration {
  fileprivate var nanoseconds: Double {
    Double(components.seconds) * 1e9 + Double(components.attoseconds) / 1e9
  }
}

/// Lets threads through when all have come.
private final class Gate: Sendable {
  private let missing: Atomic<Int>

  init(count: Int) {
    missing = Atomic(count)
  }

  func pass() {
    missing.subtract(1, ordering: .acquiringAndReleasing)
    while missing.load(ordering: .acquiring) > 0 { sched_yield() }
  }
}

private final class Body: Sendable {
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }
}

extension Unmanaged<Body> {
  fileprivate func run() -> UnsafeMutableRawPointer? {
    takeRetainedValue().body()
    return nil
  }
}
