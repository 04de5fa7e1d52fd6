/// A time on the clock, such as 08:30.
struct TimeOfDay: Hashable {
  /// Minutes since midnight.
  let minutes: Int

  init(minutes: Int) {
    self.minutes = minutes
  }

  init(hour: Int, minute: Int) {
    self.init(minutes: hour * 60 + minute)
  }

  /// Reads `08:30`; `nil` for anything else.
  init?(_ text: String) {
    let numbers = text.split(separator: ":").compactMap { Int($0) }
    guard numbers.count == 2, (0..<24).contains(numbers[0]), (0..<60).contains(numbers[1]) else { return nil }
    self.init(hour: numbers[0], minute: numbers[1])
    guard description == text else { return nil }
  }

  /// The time some minutes later; earlier, if negative, on the day before if need be.
  func advanced(byMinutes distance: Int) -> TimeOfDay {
    let minutesPerDay = 24 * 60
    let moved = (minutes + distance) % minutesPerDay
    return TimeOfDay(minutes: moved < 0 ? moved + minutesPerDay : moved)
  }
}

extension TimeOfDay: Decodable {
  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    guard let time = TimeOfDay(try value.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: value, debugDescription: "There is no such time.")
    }
    self = time
  }
}

extension TimeOfDay: Comparable {
  static func < (left: TimeOfDay, right: TimeOfDay) -> Bool { left.minutes < right.minutes }
}

extension TimeOfDay: CustomStringConvertible {
  var description: String {
    let hour = minutes / 60
    let minute = minutes % 60
    return "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
  }
}

extension Range<TimeOfDay> {
  /// The hours as they stand in a plan: `08:30–12:30`.
  var text: String { "\(lowerBound)–\(upperBound)" }
}
