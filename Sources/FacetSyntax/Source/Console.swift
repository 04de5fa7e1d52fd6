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
