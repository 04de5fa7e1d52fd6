import Testing

/// The text with which a program stopped: what follows `Fatal error: ` on standard error, without a backtrace.
func stopText(_ result: ExitTest.Result?) throws -> String {
  let output = try errorOutput(result)
  let start = try #require(output.range(of: "Fatal error: "), "no fatal error in: \(output)").upperBound
  var text = output[start...]
  for mark in ["\n\n💣", "\n*** ", "\nCurrent stack trace"] {
    if let end = text.range(of: mark)?.lowerBound { text = text[..<end] }
  }
  while text.last == "\n" { text.removeLast() }
  return String(text)
}

/// Everything that a program wrote to standard error.
func errorOutput(_ result: ExitTest.Result?) throws -> String {
  String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
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
