/// What the command line asks for.
struct Options {
  var filter: String?
  var listsOnly = false
  var printsJSON = false
  var effort = Effort.full
  var showsHelp = false

  /// The task of a fresh process that the program started itself.
  var task: String?

  struct UsageError: Error {
    let message: String
  }

  static let help = """
    Measures Facet beside hand-written code that does the same work.

    Usage: benchmarks [options]

      --filter NAME   Only the scenarios whose name contains NAME.
      --list          Print what there is, and measure nothing.
      --json          Print the results for machines.
      --short         Measure little.
      --help          Print this.

    A figure is the median of interleaved runs of both sides in one process. It is the ratio of Facet to the
    hand-written code, if nothing else is said. For two threads it is what the
    second one gains with Facet, divided by what it gains by hand. What a build with Facet costs is measured by
    Examples/Benchmarks/Scripts/footprint.

    The exit code is 1 if a scenario allocates more than it may. A goal for time that is missed does not count: times
    differ with the machine, and with what else it runs.
    """

  init(_ arguments: some Sequence<String>) throws(UsageError) {
    var rest = arguments.makeIterator()
    while let argument = rest.next() {
      switch argument {
      case "--filter":
        filter = try Self.value(of: argument, rest.next())
      case "--list":
        listsOnly = true
      case "--json":
        printsJSON = true
      case "--short":
        effort = .short
      case "--help", "-h":
        showsHelp = true
      case FreshProcess.option:
        task = try Self.value(of: argument, rest.next())
      default:
        throw UsageError(message: "Unknown option '\(argument)'.")
      }
    }
  }

  private static func value(of option: String, _ value: String?) throws(UsageError) -> String {
    guard let value else { throw UsageError(message: "A value is missing after '\(option)'.") }
    return value
  }
}
