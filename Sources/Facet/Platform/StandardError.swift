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
