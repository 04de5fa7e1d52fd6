import Foundation

/// What this process has taken from the machine so far.
struct ProcessUsage {
  /// The most memory of the machine that it has had, in megabytes.
  let peakMemory: Double

  /// The time of the processor, in seconds: on a machine with other work it says more than the clock.
  let processorTime: Double

  init() {
    var usage = rusage()
    // RUSAGE_SELF, which has another type on each platform.
    getrusage(0, &usage)
    #if canImport(Darwin)
      peakMemory = Double(usage.ru_maxrss) / 1_048_576
    #else
      peakMemory = Double(usage.ru_maxrss) / 1_024
    #endif
    processorTime = ProcessUsage.seconds(usage.ru_utime) + ProcessUsage.seconds(usage.ru_stime)
  }

  private static func seconds(_ time: timeval) -> Double {
    Double(time.tv_sec) + Double(time.tv_usec) / 1_000_000
  }
}
