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
#elseif canImport(CRT)
  import CRT
#endif

/// Stops the program because of a mistake in its code.
///
/// Unlike `preconditionFailure`, it prints its text in release builds too. All stops for users' mistakes go through it.
func stop(_ message: String) -> Never {
  fatalError(message)
}

/// Writes a text and a line end to standard error in one piece, so that threads do not mix their lines.
package func printToStandardError(_ text: String) {
  var bytes = Array(text.utf8)
  bytes.append(UInt8(ascii: "\n"))
  #if canImport(CRT)
    _ = bytes.withUnsafeBytes { _write(2, $0.baseAddress, UInt32($0.count)) }
  #else
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = unsafe rest.withUnsafeBytes { unsafe write(2, $0.baseAddress, $0.count) }
      guard written > 0 else { return }
      rest = rest.dropFirst(written)
    }
  #endif
}
