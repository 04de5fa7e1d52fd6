import Foundation

/// A day in the calendar, such as 2025-05-14.
struct CalendarDay: Hashable {
  /// The day as it was written: `2025-05-14`.
  let text: String

  /// The day as a letter has it: `Wednesday, 14 May 2025`.
  let longText: String

  /// Reads `2025-05-14`; `nil` for anything else, and for a day that there is not.
  init?(_ text: String) {
    let format = Self.format("yyyy-MM-dd")
    guard let date = format.date(from: text), format.string(from: date) == text else { return nil }
    self.text = text
    longText = Self.format("EEEE, d MMMM yyyy").string(from: date)
  }

  private static func format(_ pattern: String) -> DateFormatter {
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = TimeZone(secondsFromGMT: 0)
    format.dateFormat = pattern
    return format
  }
}

extension CalendarDay: Decodable {
  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    guard let day = CalendarDay(try value.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: value, debugDescription: "There is no such day.")
    }
    self = day
  }
}
