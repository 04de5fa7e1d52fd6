/// Standard error and the way out.
package enum Console {
  package static func printError(_ text: String) {
    var stream = StandardError()
    print(text, to: &stream)
  }

  package static func printErrors(_ diagnostics: [Diagnostic]) {
    for diagnostic in diagnostics { printError(diagnostic.lines.joined(separator: "\n")) }
  }

  private struct StandardError: TextOutputStream {
    mutating func write(_ text: String) {
      var text = text
      text.withUTF8 { bytes in
        var rest = UnsafeRawBufferPointer(bytes)[...]
        while !rest.isEmpty, let start = UnsafeRawBufferPointer(rebasing: rest).baseAddress {
          let written = writeError(start, rest.count)
          guard written > 0 else { return }
          rest = rest.dropFirst(written)
        }
      }
    }
  }
}
