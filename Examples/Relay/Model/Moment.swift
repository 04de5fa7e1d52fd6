/// A date and a time of day, with the distance from UTC in minutes.
struct Moment: Sendable {
  let year: Int
  let month: Int
  let day: Int
  let hour: Int
  let minute: Int
  let second: Int
  let offset: Int

  /// Makes a moment; `nil` if there is none such.
  init?(
    year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int, offsetHours: Int,
    offsetMinutes: Int, isWestOfUTC: Bool
  ) {
    guard 1...12 ~= month, day >= 1, day <= Moment.days(in: month, of: year) else { return nil }
    // The sixtieth second is there in some years.
    guard hour < 24, minute < 60, second <= 60, offsetHours < 24, offsetMinutes < 60 else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
    (self.hour, self.minute, self.second) = (hour, minute, second)
    offset = (isWestOfUTC ? -1 : 1) * (offsetHours * 60 + offsetMinutes)
  }

  private static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
