import Foundation

// Trials of the scanner that are too long, or need too much around them, to be tests.
let help = """
  USAGE: ScannerTrials dump FILE...            what is read in each file, as JSON (for .ci/compare-with-compiler)
         ScannerTrials scale COUNT            how the time grows with generated sources of so many files
         ScannerTrials containers FOLDER...    spoils applications, one to a folder, and counts what is noticed
         ScannerTrials fuzz COUNT FOLDER...    reads COUNT mutations of files of the folders
  """

let arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first {
case "dump":
  try Dump.run(Array(arguments.dropFirst()))
case "scale" where arguments.count == 2:
  guard let count = Int(arguments[1]), count >= 1000 else { fallthrough }
  exit(await Scale.run(count: count) ? 0 : 1)
case "containers" where arguments.count > 1:
  exit(try await Containers.run(Array(arguments.dropFirst())) ? 0 : 1)
case "fuzz" where arguments.count > 2:
  guard let count = Int(arguments[1]), count > 0 else { fallthrough }
  exit(try await Fuzz.run(count: count, folders: Array(arguments.dropFirst(2))) ? 0 : 1)
default:
  print(help)
  exit(64)
}
