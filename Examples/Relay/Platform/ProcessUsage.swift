import Foundation

/// What this process has taken from the machine.
enum ProcessUsage {
  /// The time of the processor so far, in seconds: on a machine with other work it says more than the clock.
  static var processorTime: Double {
    let usage = resources
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
  }

  /// The most memory of the machine that it has had, in megabytes.
  static var peakMemory: Double {
    #if canImport(Darwin)
      return Double(resources.ru_maxrss) / 1_048_576
    #else
      // The other numbers of the system go on from the program that started this one in its place, as `swift run` does.
      let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
      let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
      let kilobytes = line.flatMap { Double($0.filter(\.isNumber)) }
      return (kilobytes ?? Double(resources.ru_maxrss)) / 1_024
    #endif
  }

  private static var resources: rusage {
    var usage = rusage()
    // RUSAGE_SELF, which has another type on each platform.
    getrusage(0, &usage)
    return usage
  }

  private static func seconds(_ time: timeval) -> Double {
    Double(time.tv_sec) + Double(time.tv_usec) / 1_000_000
  }
}
