/// Events as JSON, one object in a line.
struct JSONLines {
  /// The lines so far.
  private(set) var bytes: [UInt8] = []

  /// Removes the lines, and keeps their memory for the next ones.
  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
  }

  /// Appends the events of a batch.
  ///
  /// - Returns: how many there were.
  mutating func append(_ batch: Batch) -> Int {
    var origin: [UInt8] = []
    swap(&origin, &bytes)
    append(string: Array(batch.origin.utf8)[...])
    swap(&origin, &bytes)
    var count = 0
    for line in batch.lines {
      guard case .event(let event) = line.state else { continue }
      bytes += "{\"source\":".utf8
      bytes += origin
      bytes += ",\"line\":".utf8
      bytes.append(decimal: line.number)
      append(event, of: batch)
      bytes += "}\n".utf8
      count += 1
    }
    return count
  }

  private mutating func append(_ event: Event, of batch: Batch) {
    append(event.moment)
    append(",\"client\":", event.client, of: batch)
    append(",\"method\":", event.method, of: batch)
    append(",\"path\":", event.path, of: batch)
    append(",\"level\":", event.level, of: batch)
    append(",\"message\":", event.message, of: batch)
    append(",\"status\":", event.status)
    append(",\"size\":", event.size)
    if let team = event.team {
      bytes += ",\"team\":".utf8
      append(string: Array(team.utf8)[...])
    }
  }

  private mutating func append(_ key: StaticString, _ text: Range<Int>, of batch: Batch) {
    guard !text.isEmpty else { return }
    append(key)
    append(string: batch.bytes[text])
  }

  private mutating func append(_ key: StaticString, _ number: Int?) {
    guard let number else { return }
    append(key)
    bytes.append(decimal: number)
  }

  private mutating func append(_ key: StaticString) {
    key.withUTF8Buffer { bytes += $0 }
  }

  /// A moment as RFC 3339 has it.
  private mutating func append(_ moment: Moment) {
    append(",\"time\":\"")
    bytes.append(decimal: moment.year, digits: 4)
    append("-", twoDigits: moment.month)
    append("-", twoDigits: moment.day)
    append("T", twoDigits: moment.hour)
    append(":", twoDigits: moment.minute)
    append(":", twoDigits: moment.second)
    append(moment.offset < 0 ? "-" : "+", twoDigits: abs(moment.offset) / 60)
    append(":", twoDigits: abs(moment.offset) % 60)
    append("\"")
  }

  private mutating func append(_ mark: Unicode.Scalar, twoDigits number: Int) {
    bytes.append(UInt8(ascii: mark))
    bytes.append(decimal: number, digits: 2)
  }

  private mutating func append(string: ArraySlice<UInt8>) {
    bytes.append(.quote)
    if string.contains(where: { $0 < .space || $0 == .quote || $0 == .backslash }) {
      for byte in string { append(escaped: byte) }
    } else {
      bytes += string
    }
    bytes.append(.quote)
  }

  private mutating func append(escaped byte: UInt8) {
    if byte < .space {
      append("\\u00")
      let digits = Array("0123456789abcdef".utf8)
      bytes.append(digits[Int(byte >> 4)])
      bytes.append(digits[Int(byte & 15)])
    } else {
      if byte == .quote || byte == .backslash { bytes.append(.backslash) }
      bytes.append(byte)
    }
  }
}
