import FacetSyntax

/// What people run: `swift run facet`.
@main
enum Tool {
  /// Does what the command line asks for and ends the process.
  static func main() async {
    do throws(Arguments.Problem) {
      switch try Arguments.parse(Array(CommandLine.arguments.dropFirst())) {
      case .help: Console.print(Arguments.helpText)
      case .version: Console.print(version)
      case .run(let run): Console.exit(await Command(run).perform())
      }
    } catch {
      Console.printError("error: \(error.message)\nRun 'facet --help' for the commands and their options.")
      Console.exit(64)
    }
  }

  /// The version of the package; the newest in its changelog.
  static let version = "1.0.0"
}
