import Foundation

/// What is measured once in a process, or of the process as a whole.
enum FreshProcess {
  /// Starts this program once more for a task, and reads the number that it prints.
  static func number(_ task: String) throws -> Double {
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
    process.arguments = ["--task", task]
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return Double(text.filter { !$0.isWhitespace }) ?? .nan
  }

  /// The memory of this process that is in the machine's; `nil` where that is not measured.
  static var residentBytes: Int? {
    let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status?.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return line.flatMap { Int($0.filter(\.isNumber)) }.map { $0 << 10 }
  }
}

/// How much of a piece of work several threads do in a time, to what one does.
func throughput(of threads: Int, _ body: @escaping @Sendable () -> Void) -> Double {
  func perSecond(_ threads: Int) -> Double {
    let repeats = 400_000
    let time = seconds {
      DispatchQueue.concurrentPerform(iterations: threads) { _ in for _ in 0..<repeats { body() } }
    }
    return Double(threads * repeats) / time
  }
  let ratios = (0..<7).map { _ in
    let one = perSecond(1)
    return perSecond(threads) / one
  }
  return ratios.sorted()[3]
}
