#if canImport(Glibc)
  import Glibc

  @_silgen_name("mtrace")
  private func startTracing()

  @_silgen_name("muntrace")
  private func stopTracing()
#endif

/// How many allocations Facet needs for one service beyond those of the hand-written code.
///
/// The trace of the C library writes a line for each allocation. It works only in a process that was started with the C
/// library's debugging part and slows it down, so nothing is timed there.
enum AllocationCount {
  #if canImport(Glibc)
    static let isPossible = true
  #else
    static let isPossible = false
  #endif

  /// Counts for all scenarios whose allocations are a subject, in one fresh process.
  ///
  /// - Returns: the counts by name of scenario; `nil` if the platform has no trace.
  static func all(_ scenarios: [Scenario]) -> [String: Double]? {
    let names = scenarios.filter { $0.comparison != nil }.map(\.name)
    let task = Task.countAllocations + names.joined(separator: ";")
    let lines = FreshProcess.run(task, environment: "LD_PRELOAD=libc_malloc_debug.so.0")
    guard !lines.isEmpty else { return nil }
    var counts = [String: Double]()
    for line in lines {
      let parts = line.split(separator: "\t")
      if parts.count == 2, let count = Double(parts[1]) { counts[String(parts[0])] = count }
    }
    return counts
  }

  /// Counts and prints, in the fresh process.
  static func printCounts(of scenarios: [Scenario]) {
    #if canImport(Glibc)
      let trace = Trace()
      // A trace that does not see a thousand leaves sees nothing.
      guard trace.count(during: { Loop.constructingLeaves.run(1_000) }) >= 1_000 else { return }
      for scenario in scenarios {
        guard let comparison = scenario.comparison?() else { continue }
        let iterations = max(1, 1_000 / comparison.unitsPerIteration)
        let hand = trace.count { comparison.hand.run(iterations) }
        let facet = trace.count { comparison.facet.run(iterations) }
        print("\(scenario.name)\t\(Double(facet - hand) / Double(iterations * comparison.unitsPerIteration))")
      }
    #endif
  }
}

#if canImport(Glibc)
  /// A file to which the C library writes a line for each allocation.
  private final class Trace {
    private let descriptor: Int32
    private let path: [CChar]

    init() {
      var path = Array("/tmp/benchmarks-XXXXXX".utf8CString)
      descriptor = mkstemp(&path)
      self.path = path
      setenv("MALLOC_TRACE", path, 1)
    }

    deinit {
      close(descriptor)
      unlink(path)
    }

    /// Counts the allocations of some work that was done before, so that everything is warm.
    func count(during work: () -> Double) -> Int {
      _ = work()
      startTracing()
      _ = work()
      stopTracing()
      return lines.count { $0.contains(" + ") || $0.contains(" > ") }
    }

    private var lines: [Substring] {
      var text = [UInt8](repeating: 0, count: Int(lseek(descriptor, 0, SEEK_END)))
      let length = text.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
      return String(decoding: text.prefix(max(0, length)), as: UTF8.self).split(separator: "\n")
    }
  }
#endif
