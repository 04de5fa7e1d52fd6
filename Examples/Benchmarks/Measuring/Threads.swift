import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Threads of their own that start their work at the same moment.
enum Threads {
  /// Runs each body on a thread and returns the nanoseconds from the first start to the last end.
  static func run(_ bodies: [@Sendable () -> Void]) -> Double {
    let gate = Gate(count: bodies.count)
    let spans = Mutex<[(start: ContinuousClock.Instant, end: ContinuousClock.Instant)]>([])
    let threads = bodies.map { body in
      start {
        gate.pass()
        let start = ContinuousClock.now
        body()
        let end = ContinuousClock.now
        spans.withLock { $0.append((start, end)) }
      }
    }
    for thread in threads { pthread_join(thread, nil) }
    let elapsed = spans.withLock { spans in
      spans.map(\.end).max()! - spans.map(\.start).min()!
    }
    return Double(elapsed.components.seconds) * 1e9 + Double(elapsed.components.attoseconds) / 1e9
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
