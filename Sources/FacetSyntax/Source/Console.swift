/// Standard error and the way out.
package enum Console {
  package static func printError(_ text: String) {
    var line = text + "\n"
    line.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)[...]
      while let start = UnsafeRawBufferPointer(rebasing: rest).baseAddress, !rest.isEmpty {
        let written = writeError(start, rest.count)
        guard written > 0 else { return }
        rest = rest.dropFirst(written)
      }
    }
  }

  package static func printErrors(_ diagnostics: [Diagnostic]) {
    for diagnostic in diagnostics { printError(diagnostic.lines.joined(separator: "\n")) }
  }
}

/// A tool that a plugin runs: it reads sources, says what is wrong, and writes one file.
package struct PluginTool {
  package let output: String
  /// The name of a module, or what else the plugin says.
  package let option: String
  package let files: [SourceFile]

  /// Reads the command line of the process: the file to write, an option, and the sources; and ends the process.
  package static func run(_ perform: @Sendable (PluginTool) async throws(FileSystem.Failure) -> Bool) async {
    do throws(FileSystem.Failure) {
      let arguments = CommandLine.arguments
      guard arguments.count > 2 else {
        throw FileSystem.Failure("a plugin runs this tool; the command for people is 'facet'")
      }
      let files = try await FileSystem.readAll(Array(arguments[3...]))
      let tool = PluginTool(output: arguments[1], option: arguments[2], files: files)
      Console.exit(try await perform(tool) ? 0 : 1)
    } catch {
      Console.printError("error: \(error.message)")
      Console.exit(1)
    }
  }
}
