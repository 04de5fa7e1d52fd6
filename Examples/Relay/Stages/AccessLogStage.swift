/// Reads the lines of web servers: the Common Log Format.
///
/// ```
/// 203.0.113.7 - - [14/Mar/2026:10:30:00 +0100] "GET /tickets HTTP/1.1" 200 512
/// ```
struct AccessLogStage: Stage {
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
    guard let client = reader.text(upTo: .space),
      reader.text(upTo: .space) != nil, reader.text(upTo: .space) != nil,
      reader.skip(UInt8(ascii: "[")), let moment = reader.accessLogMoment(in: batch),
      reader.skip(UInt8(ascii: "]")), reader.skip(.space), reader.skip(.quote),
      let method = reader.text(upTo: .space), let path = reader.text(upTo: .space),
      reader.text(upTo: .quote) != nil,
      reader.skip(.space), let status = reader.number(), reader.skip(.space)
    else { return nil }
    // An answer without a body has no size.
    let size = reader.skip(UInt8(ascii: "-")) ? nil : reader.number()
    // Other formats go on behind the size; what they add is left out.
    guard reader.isAtEnd || reader.next == .space, batch.isUTF8(line.text) else { return nil }
    var event = Event(moment: moment)
    event.client = client
    event.method = method
    event.path = path
    event.status = status
    event.size = size
    return event
  }
}

extension LineReader {
  // `14/Mar/2026:10:30:00 +0100`
  fileprivate mutating func accessLogMoment(in batch: Batch) -> Moment? {
    let (slash, colon) = (UInt8(ascii: "/"), UInt8(ascii: ":"))
    guard let day = number(digits: 2), skip(slash), let name = text(upTo: slash),
      let month = months.firstIndex(where: { batch.bytes[name].elementsEqual($0) }),
      let year = number(digits: 4), skip(colon),
      let hour = number(digits: 2), skip(colon), let minute = number(digits: 2), skip(colon),
      let second = number(digits: 2), skip(.space), let isWest = sign(),
      let offsetHours = number(digits: 2), let offsetMinutes = number(digits: 2)
    else { return nil }
    return Moment(
      year: year, month: month + 1, day: day, hour: hour, minute: minute, second: second,
      offsetHours: offsetHours, offsetMinutes: offsetMinutes, isWestOfUTC: isWest)
  }
}

private let months = [
  "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
].map { Array($0.utf8) }
