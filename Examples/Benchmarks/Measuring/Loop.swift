import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A piece of work that is repeated, and says how long it took.
struct Loop {
  /// Repeats the work and returns the nanoseconds that count.
  let run: (_ iterations: Int) -> Double

  private init(run: @escaping (Int) -> Double) {
    self.run = run
  }

  /// A loop that is timed as a whole.
  init(_ body: @escaping (_ iterations: Int) -> Void) {
    self.init(run: { iterations in nanoseconds { body(iterations) } })
  }

  /// A loop that is a task, of which the processor time of the whole process counts: nothing else runs meanwhile.
  static func awaiting(_ body: @escaping @Sendable (_ iterations: Int) async -> Void) -> Loop {
    Loop(run: { iterations in
      let isOver = DispatchSemaphore(value: 0)
      let start = nanoseconds(of: CLOCK_PROCESS_CPUTIME_ID)
      _Concurrency.Task.detached {
        await body(iterations)
        isOver.signal()
      }
      isOver.wait()
      return nanoseconds(of: CLOCK_PROCESS_CPUTIME_ID) - start
    })
  }

  /// A loop that times the part of it that counts.
  static func timingItself(_ run: @escaping (_ iterations: Int) -> Double) -> Loop {
    Loop(run: run)
  }
}

/// Runs a closure and returns the processor time that it took.
///
/// The time of the thread, not of the day: what else runs on the machine does not count.
func nanoseconds(_ body: () -> Void) -> Double {
  let start = threadNanoseconds()
  body()
  return threadNanoseconds() - start
}

private func threadNanoseconds() -> Double { nanoseconds(of: CLOCK_THREAD_CPUTIME_ID) }

private func nanoseconds(of clock: clockid_t) -> Double {
  var time = timespec()
  clock_gettime(clock, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}
