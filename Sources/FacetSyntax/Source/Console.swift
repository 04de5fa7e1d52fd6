#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(WASILibc)
  import WASILibc
#elseif canImport(ucrt)
  import ucrt
#endif

/// Standard output, standard error and the way out.
package enum Console {
  package static func print(_ text: String, terminator: String = "\n") {
    Swift.print(text, terminator: terminator)
  }

  package static func printError(_ text: String) {
    var stream = StandardError()
    Swift.print(text, to: &stream)
  }

  package static func printErrors(_ diagnostics: [Diagnostic]) {
    for diagnostic in diagnostics { printError(diagnostic.lines.joined(separator: "\n")) }
  }

  /// Ends the process.
  package static func exit(_ code: Int32) { leave(code) }

  private struct StandardError: TextOutputStream {
    /// Descriptor 2 is written to directly: the C library's `stderr` is a global variable, which is not safe to read
    /// from everywhere.
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

// Outside of types, whose own functions have the names of those of C.
private func leave(_ code: Int32) { exit(code) }

private func writeError(_ start: UnsafeRawPointer, _ count: Int) -> Int {
  #if os(Windows)
    Int(_write(2, start, UInt32(count)))
  #else
    write(2, start, count)
  #endif
}
