import Testing

/// The text with which a program stopped: what follows `Fatal error: ` on standard error, without a backtrace.
///
/// - Parameter result: what the test of its exit gave, which must observe standard error.
/// - Returns: the text.
/// - Throws: an error if the program did not stop with a text.
public func stopText(_ result: ExitTest.Result?) throws -> String {
  let output = try errorOutput(result)
  guard let start = output.range(of: "Fatal error: ")?.upperBound else {
    throw NoText(description: "no fatal error in: \(output)")
  }
  var text = output[start...]
  for mark in ["\n\n💣", "\n*** ", "\nCurrent stack trace"] {
    if let end = text.range(of: mark)?.lowerBound { text = text[..<end] }
  }
  while text.last == "\n" { text.removeLast() }
  return String(text)
}

/// Everything that a program wrote to standard error.
///
/// - Parameter result: what the test of its exit gave, which must observe standard error.
/// - Returns: the text.
/// - Throws: an error if the test of the exit failed.
public func errorOutput(_ result: ExitTest.Result?) throws -> String {
  guard let result else { throw NoText(description: "The program did not exit as expected.") }
  return String(decoding: result.standardErrorContent, as: UTF8.self)
}

private struct NoText: Error, CustomStringConvertible {
  let description: String
}

extension StringProtocol {
  /// Where a text first occurs.
  fileprivate func range(of text: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
      start = index(after: start)
    }
    return nil
  }
}
