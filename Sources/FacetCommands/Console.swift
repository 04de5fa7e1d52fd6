import FacetScanner

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(ucrt)
  import ucrt
#endif

/// Standard output, standard error and the way out.
enum Console {
  static func print(_ text: String, terminator: String = "\n") {
    Swift.print(text, terminator: terminator)
  }

  static func printError(_ text: String) {
    var stream = StandardError()
    Swift.print(text, to: &stream)
  }

  static func printErrors(_ diagnostics: [Diagnostic]) {
    for diagnostic in diagnostics { printError(diagnostic.lines.joined(separator: "\n")) }
  }

  static func exit(_ code: Int32) {
    #if canImport(Darwin)
      Darwin.exit(code)
    #elseif canImport(Glibc)
      Glibc.exit(code)
    #elseif canImport(Musl)
      Musl.exit(code)
    #elseif canImport(ucrt)
      ucrt.exit(code)
    #endif
  }

  private struct StandardError: TextOutputStream {
    /// Descriptor 2 is written to directly: the C library's `stderr` is a global variable, which is not safe to read
    /// from everywhere.
    mutating func write(_ text: String) {
      var text = text
      text.withUTF8 { bytes in
        var rest = UnsafeRawBufferPointer(bytes)[...]
        while !rest.isEmpty, let start = UnsafeRawBufferPointer(rebasing: rest).baseAddress {
          #if os(Windows)
            let written = Int(_write(2, start, UInt32(rest.count)))
          #else
            let written = unistdWrite(2, start, rest.count)
          #endif
          guard written > 0 else { return }
          rest = rest.dropFirst(written)
        }
      }
    }

    #if !os(Windows)
      private func unistdWrite(_ descriptor: Int32, _ start: UnsafeRawPointer, _ count: Int) -> Int {
        #if canImport(Darwin)
          Darwin.write(descriptor, start, count)
        #elseif canImport(Glibc)
          Glibc.write(descriptor, start, count)
        #elseif canImport(Musl)
          Musl.write(descriptor, start, count)
        #endif
      }
    #endif
  }
}
