import Foundation

/// Reads lines of web servers, in the Common Log Format.
struct AccessLogStage: Stage {
  func process(_ batch: inout Batch) throws {
    let format = try NSRegularExpression(
      pattern: #"^(\S+) \S+ \S+ \[([^\]]+)\] "(\S+) (\S+) [^"]*" (\d{3}) (\d+|-)(?: .*)?$"#)
    let moments = DateFormatter()
    moments.locale = Locale(identifier: "en_US_POSIX")
    moments.dateFormat = "dd/MMM/yyyy:HH:mm:ss Z"
    let texts = ISO8601DateFormatter()
    for index in batch.lines.indices {
      let line = batch.lines[index]
      guard case .unread = line.state, let parts = format.parts(of: line.text),
        let moment = moments.date(from: parts[1]), let status = Int(parts[4])
      else { continue }
      batch.lines[index].state = .event(
        Event(
          source: batch.origin, line: line.number, time: texts.string(from: moment), client: parts[0],
          method: parts[2], path: parts[3], status: status, size: Int(parts[5])))
    }
  }
}

extension NSRegularExpression {
  /// What the groups match, one after the other; `nil` if the text does not match.
  fileprivate func parts(of text: String) -> [String]? {
    guard let match = firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) else { return nil }
    return (1..<match.numberOfRanges).map { group in
      Range(match.range(at: group), in: text).map { String(text[$0]) } ?? ""
    }
  }
}
