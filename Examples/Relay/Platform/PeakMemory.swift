import Foundation

/// The most memory of the machine that this process has had so far.
enum PeakMemory {
  static var megabytes: Double {
    var usage = rusage()
    // RUSAGE_SELF, which has another type on each platform.
    getrusage(0, &usage)
    #if canImport(Darwin)
      return Double(usage.ru_maxrss) / 1_048_576
    #else
      return Double(usage.ru_maxrss) / 1_024
    #endif
  }
}
