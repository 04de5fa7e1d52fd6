import Foundation

/// Reads lines of web servers, in the Common Log Format.
struct AccessLogStage: Stage {
  func process(_ batch: inout Batch) {
    let format =
      #/(?<client>\S+) \S+ \S+ \[(?<time>[^\]]+)\] "(?<method>\S+) (?<path>\S+) [^"]*" (?<status>\d{3}) (?<size>\d+|-)( .*)?/#
    let moments = Date.ParseStrategy(
      format:
        "\(day: .twoDigits)/\(month: .abbreviated)/\(year: .defaultDigits):\(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\(second: .twoDigits) \(timeZone: .iso8601(.short))",
      locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt, isLenient: false)
    for index in batch.lines.indices {
      let line = batch.lines[index]
      guard case .unread = line.state, let match = try? format.wholeMatch(in: line.text),
        let moment = try? Date(String(match.time), strategy: moments), let status = Int(match.status)
      else { continue }
      batch.lines[index].state = .event(
        Event(
          source: batch.origin, line: line.number, time: moment.formatted(.iso8601),
          client: String(match.client),
          method: String(match.method), path: String(match.path), status: status, size: Int(match.size)))
    }
  }
}
