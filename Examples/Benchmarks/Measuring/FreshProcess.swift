#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// This program, started once more, for what can be measured only once in a process.
enum FreshProcess {
  /// The hidden option that hands the task over.
  static let option = "--task"

  /// Runs a task in a fresh process.
  ///
  /// - Parameters:
  ///   - task: the name of the task.
  ///   - environment: assignments for the shell, in front of the program.
  /// - Returns: the lines that the task printed.
  static func run(_ task: String, environment: String = "") -> [String] {
    guard let output = popen("\(environment) \(program) \(option) '\(task)' 2>/dev/null", "r") else {
      return []
    }
    defer { pclose(output) }
    var text = [UInt8]()
    while case let character = getc(output), character != EOF { text.append(UInt8(character)) }
    return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Runs a task that prints one number.
  static func number(_ task: String) -> Double {
    run(task).first.flatMap(Double.init) ?? .nan
  }

  /// The path of this program, quoted for the shell.
  private static var program: String {
    let quoted = CommandLine.arguments[0].split(separator: "'", omittingEmptySubsequences: false)
    return "'" + quoted.joined(separator: #"'\''"#) + "'"
  }
}
