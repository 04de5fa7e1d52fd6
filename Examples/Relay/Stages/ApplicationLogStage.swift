/// Reads the lines of applications: keys and values, with quotes around a value that has spaces.
///
/// ```
/// time=2026-03-14T10:30:01+01:00 level=warn path=/pay msg="card refused"
/// ```
struct ApplicationLogStage: Stage {
  func process(_ batch: inout Batch) {
    for index in batch.lines.indices {
      guard case .unread = batch.lines[index].state,
        let event = event(batch.lines[index], of: batch)
      else { continue }
      batch.lines[index].state = .event(event)
    }
  }

  private func event(_ line: Line, of batch: Batch) -> Event? {
    var reader = LineReader(line, of: batch)
    // The time comes first, so that a line of another kind is known as such at once.
    guard let first = reader.text(upTo: UInt8(ascii: "=")), batch.bytes[first].elementsEqual(timeKey),
      let moment = reader.isoMoment()
    else { return nil }
    var event = Event(moment: moment)
    while !reader.isAtEnd {
      guard reader.skip(.space), let key = reader.text(upTo: UInt8(ascii: "=")) else { return nil }
      guard let value = reader.value(), !batch.bytes[value].contains(.backslash) else { return nil }
      switch fields.first(where: { batch.bytes[key].elementsEqual($0.key) })?.field {
      case .client: event.client = value
      case .method: event.method = value
      case .path: event.path = value
      case .level: event.level = value
      case .message: event.message = value
      // No record has room for it, so it would be lost: the line is reported instead.
      case nil: return nil
      }
    }
    return batch.isUTF8(line.text) ? event : nil
  }

  private enum Field {
    case client, method, path, level, message
  }

  private let timeKey = Array("time".utf8)

  private let fields: [(key: [UInt8], field: Field)] = [
    (Array("path".utf8), .path), (Array("level".utf8), .level), (Array("msg".utf8), .message),
    (Array("client".utf8), .client), (Array("method".utf8), .method),
  ]
}

extension LineReader {
  /// A word, or what stands between quotes.
  fileprivate mutating func value() -> Range<Int>? {
    guard skip(.quote) else { return word() }
    return text(upTo: .quote)
  }

  // `2026-03-14T10:30:01+01:00`, or with `Z` at the end
  fileprivate mutating func isoMoment() -> Moment? {
    let (hyphen, colon) = (UInt8(ascii: "-"), UInt8(ascii: ":"))
    guard let year = number(digits: 4), skip(hyphen), let month = number(digits: 2), skip(hyphen),
      let day = number(digits: 2), skip(UInt8(ascii: "T")),
      let hour = number(digits: 2), skip(colon), let minute = number(digits: 2), skip(colon),
      let second = number(digits: 2)
    else { return nil }
    var (isWest, offsetHours, offsetMinutes) = (false, 0, 0)
    if !skip(UInt8(ascii: "Z")) {
      guard let sign = sign(), let hours = number(digits: 2), skip(colon), let minutes = number(digits: 2)
      else { return nil }
      (isWest, offsetHours, offsetMinutes) = (sign, hours, minutes)
    }
    return Moment(
      year: year, month: month, day: day, hour: hour, minute: minute, second: second,
      offsetHours: offsetHours, offsetMinutes: offsetMinutes, isWestOfUTC: isWest)
  }
}
