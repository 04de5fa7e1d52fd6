import FacetScanner

/// The version that `facet --version` prints: that of the package.
let version = "1.0.0"

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
