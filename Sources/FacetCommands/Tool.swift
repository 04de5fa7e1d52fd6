/// The whole tool: what the two programs `facet` and `FacetTool` do.
///
/// There are two because a program that a plugin runs must have the name of its target, and people should not have to
/// type that name.
package enum Tool {
  /// Does what the command line asks for and ends the process.
  package static func run() async {
    switch Arguments.parse(Array(CommandLine.arguments.dropFirst())) {
    case .failure(let problem):
      Console.printError("error: \(problem.message)\nRun 'facet --help' for the commands and their options.")
      Console.exit(64)
    case .success(.help):
      Console.print(Arguments.helpText)
    case .success(.version):
      Console.print(version)
    case .success(.run(let run)):
      Console.exit(await Command(run).perform())
    }
  }

  /// The version of the package; the newest in its changelog.
  static let version = "1.0.0"
}
