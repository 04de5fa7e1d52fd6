internal import FacetPlatform

/// Stops the program because of a mistake in its code.
///
/// Unlike `preconditionFailure`, it prints its text in release builds too. All stops for users' mistakes go through it.
func stop(_ message: String) -> Never {
  fatalError(message)
}

/// Writes a text and a line end to standard error in one piece, so that threads do not mix their lines.
package func printToStandardError(_ text: String) {
  let bytes = Array("\(text)\n".utf8)
  unsafe facet_write_error(bytes, bytes.count)
}

/// The names of the files with the first copy of Facet in the process and with this one, if they are two.
///
/// An application and its dynamic frameworks that each link Facet have a main container each. Looked up once, for the first message
/// that names it, so that no program pays for it.
let copies: (first: String, own: String)? = {
  var (first, own): (UnsafePointer<CChar>?, UnsafePointer<CChar>?) = (nil, nil)
  guard unsafe facet_other_copy(&first, &own) != 0, let first = unsafe first, let own = unsafe own else {
    return nil
  }
  return unsafe (fileName(String(cString: first)), fileName(String(cString: own)))
}()

private func fileName(_ path: String) -> String {
  String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...])
}

/// Whether the process runs tests, of Swift Testing or of XCTest.
let isTestProcess = CommandLine.arguments.contains {
  $0.contains(part: "xctest") || $0.contains(part: "testing-helper")
}

/// The nanoseconds since some moment: `ContinuousClock` needs a newer system.
enum Clock {
  static var nanoseconds: UInt64 { facet_nanoseconds() }
}
