import Foundation

/// What the user asked for.
struct Settings: Sendable {
  var inputs: [Input] = []

  /// The file to write; standard output if `nil`.
  var output: String?

  /// Each request of this number to the directory of teams fails; none if 0.
  var failEvery = 2

  enum Problem: Error {
    case help
    case misuse(String)
  }

  init(_ arguments: some Collection<String>) throws(Problem) {
    var rest = Array(arguments)[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "-h", "--help": throw .help
      case "--output", "-o": output = try Settings.value(of: argument, from: &rest)
      case "--fail-every": failEvery = try Settings.number(of: argument, from: &rest)
      case "-": inputs.append(Input(kind: .standardInput))
      case _ where argument.hasPrefix("-"): throw .misuse("There is no option \(argument.debugDescription).")
      default: inputs.append(Input(kind: .file(argument)))
      }
    }
    if inputs.isEmpty { inputs = SampleLogs.inputs }
    // Opening the output would empty the input.
    if let output, inputs.contains(where: { $0.path.map(Settings.realPath) == Settings.realPath(output) }) {
      throw .misuse("\(output.debugDescription) cannot be read and written at the same time.")
    }
  }

  private static func value(
    of option: String, from rest: inout ArraySlice<String>
  ) throws(Problem) -> String {
    guard let value = rest.popFirst() else { throw .misuse("A value is missing behind \(option).") }
    return value
  }

  private static func number(of option: String, from rest: inout ArraySlice<String>) throws(Problem) -> Int {
    let value = try value(of: option, from: &rest)
    guard let number = Int(value), number >= 0 else {
      throw .misuse("Behind \(option) should stand a number, not \(value.debugDescription).")
    }
    return number
  }

  private static func realPath(_ path: String) -> String {
    URL(fileURLWithPath: path).resolvingSymlinksInPath().path
  }

  static let usage = """
    Usage: relay [FILE ...] [--output FILE] [--fail-every N]

    Reads lines of logs, and writes each event as a line of JSON.

      FILE              a log to read, in the Common Log Format; "-" is standard input.
                        Without any, the logs that come with the example.
      -o, --output FILE writes there, and not to standard output; the file is replaced
      --fail-every N    each N-th request to the directory of teams fails at first; 2 if left out, 0 for none
      -h, --help        prints this text

    Ends with 0; with 1 if an input, a line or an output failed; with 64 if it does not know what to do.
    SIGINT (control-C) and SIGTERM end it in order, with 130 and 143: the lines in flight are written. The
    second of them ends it at once.
    """
}
