import FacetSyntax

/// What people run: `swift run facet`.
@main
enum Tool {
  /// Does what the command line asks for and ends the process.
  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.contains("--help") || arguments.contains("-h") || arguments == ["help"] {
      return print(Arguments.helpText)
    }
    if arguments.contains("--version") { return print(version) }
    do throws(Arguments.Problem) {
      Console.exit(await Command(arguments: try Arguments(arguments)).perform())
    } catch {
      Console.printError("error: \(error.message)\nRun 'facet --help' for the commands and their options.")
      Console.exit(64)
    }
  }

  /// The version of the package; the newest in its changelog.
  static let version = "unreleased"
}
