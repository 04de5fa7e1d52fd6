/// A moment, in seconds since 1970.
struct Timestamp: Comparable, Hashable, Sendable {
  let seconds: Int

  static func < (left: Timestamp, right: Timestamp) -> Bool { left.seconds < right.seconds }

  init(seconds: Int) {
    self.seconds = seconds
  }

  /// Makes the moment of a date; `nil` if there is no such date.
  init?(
    year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int, minutesEast: Int
  ) {
    guard (1...9999).contains(year), (1...12).contains(month), (0...23).contains(hour),
      (0...59).contains(minute), (0...60).contains(second), abs(minutesEast) < 24 * 60,
      (1...Timestamp.days(in: month, of: year)).contains(day)
    else { return nil }
    let days = Timestamp.daysSince1970(year, month, day)
    seconds = ((days * 24 + hour) * 60 + minute - minutesEast) * 60 + second
  }

  private static func days(in month: Int, of year: Int) -> Int {
    let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  }

  private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
    // The year begins in March, so that the leap day is its last.
    let year = month > 2 ? year : year - 1
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
  }
}

extension Timestamp: CustomStringConvertible {
  /// Day and time in Greenwich, such as `2026-03-14 09:30`.
  var description: String { "\(day) \(time)" }

  var day: String {
    let days = seconds.quotient(by: 86400)
    var year = 1970 + days / 366
    while Timestamp.daysSince1970(year + 1, 1, 1) <= days { year += 1 }
    while Timestamp.daysSince1970(year, 1, 1) > days { year -= 1 }
    var month = 1
    while month < 12, Timestamp.daysSince1970(year, month + 1, 1) <= days { month += 1 }
    let day = days - Timestamp.daysSince1970(year, month, 1) + 1
    return "\(year.digits(4))-\(month.digits(2))-\(day.digits(2))"
  }

  var time: String {
    let minutes = (seconds - seconds.quotient(by: 86400) * 86400) / 60
    return "\((minutes / 60).digits(2)):\((minutes % 60).digits(2))"
  }
}

extension Int {
  fileprivate func digits(_ count: Int) -> String {
    let text = String(self)
    return String(repeating: "0", count: Swift.max(0, count - text.count)) + text
  }

  fileprivate func quotient(by divisor: Int) -> Int {
    (self - (self % divisor + divisor) % divisor) / divisor
  }
}
