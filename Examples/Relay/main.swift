import Foundation

// Writing to a pipe that nobody reads is an error of `write`, and not the end of the process.
signal(SIGPIPE, SIG_IGN)

do {
  let settings = try Settings(CommandLine.arguments.dropFirst())
  exit(await Relay(settings).run())
} catch .help {
  print(Settings.usage)
} catch .misuse(let problem) {
  StandardError().say("\(problem)\n\n\(Settings.usage)")
  exit(64)
}
