#if canImport(Glibc)
  import Glibc
#endif

/// What a fresh process may be asked to do.
enum Task {
  static let countAllocations = "allocations:"

  /// Does the task and prints the result.
  static func run(_ task: String) {
    if task.hasPrefix(countAllocations) {
      let names = task.dropFirst(countAllocations.count).split(separator: ";").map(String.init)
      AllocationCount.printCounts(of: Scenario.all.filter { names.contains($0.name) })
    }
  }
}
