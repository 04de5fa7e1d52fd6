import Foundation

switch CommandLineArguments(CommandLine.arguments.dropFirst()) {
case .help:
  print(CommandLineArguments.usage)
case .misuse(let problem):
  exit(64, saying: "\(problem)\n\n\(CommandLineArguments.usage)")
case .plan(let sheet):
  do {
    print(try ClinicDay().plan(sheet: sheet ?? ShippedSheet.path))
  } catch {
    exit(1, saying: "\(error)")
  }
}

/// Ends the program with a text on standard error.
func exit(_ code: Int32, saying text: String) -> Never {
  FileHandle.standardError.write(Data("\(text)\n".utf8))
  exit(code)
}
