/// Stops the program because of a mistake in its code.
///
/// The one way out of a programmer's error: unlike `preconditionFailure`, it prints its text in release builds too.
func stop(_ message: String, at location: CodeLocation? = nil) -> Never {
  guard let location else { fatalError(message) }
  fatalError("\(message)\n\n  Stopped at \(location)")
}
