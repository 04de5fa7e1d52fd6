#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Shows that nothing grows with use: each workload runs warm, and the resident memory before and after is compared.
@main
enum Memory {
  /// The growth that is allowed for each workload.
  private static let limit = 1_024

  static func main() {
    guard CommandLine.arguments.count == 1 else { fail("The program takes no options.\n") }
    guard ResidentMemory.kilobytes != nil else {
      print("Resident memory is not measured on this platform.")
      return
    }
    var isWithinLimit = true
    for workload in Workload.all {
      let growth = growth(during: workload)
      isWithinLimit = isWithinLimit && growth <= limit
      print(
        padded(workload.name, to: 51) + padded("\(growth) KB", to: 11) + "limit \(limit) KB   "
          + (growth <= limit ? "ok" : "over"))
      fflush(nil)
    }
    exit(isWithinLimit ? 0 : 1)
  }

  /// The kilobytes by which the process grows while a workload runs for a second time.
  private static func growth(during workload: Workload) -> Int {
    ResidentMemory.giveBackWhatIsFree()
    let run = workload.prepare()
    // The first tenth brings caches, tables and the heap to their size.
    run(workload.count / 10)
    let before = ResidentMemory.kilobytes ?? 0
    run(workload.count)
    return (ResidentMemory.kilobytes ?? 0) - before
  }

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private static func fail(_ message: String) -> Never {
    var message = message
    message.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
    exit(64)
  }
}
