import Foundation

/// A day in the calendar, such as 2025-05-14.
struct CalendarDay: Hashable {
  /// The day as it was written: `2025-05-14`.
  let text: String
  private let components: DateComponents

  /// Reads `2025-05-14`; `nil` for anything else, and for a day that there is not.
  init?(_ text: String) {
    guard let match = text.wholeMatch(of: /(\d{4})-(\d\d)-(\d\d)/), let year = Int(match.1),
      let month = Int(match.2), let day = Int(match.3)
    else { return nil }
    let components = DateComponents(year: year, month: month, day: day)
    guard components.isValidDate(in: Self.calendar) else { return nil }
    self.text = text
    self.components = components
  }

  /// The day as a letter has it: `Wednesday, 14 May 2025`.
  var longText: String {
    guard let date = Self.calendar.date(from: components) else { return text }
    let style = Date.VerbatimFormatStyle(
      format: "\(weekday: .wide), \(day: .defaultDigits) \(month: .wide) \(year: .defaultDigits)",
      locale: Self.locale, timeZone: .gmt, calendar: Self.calendar)
    return date.formatted(style)
  }

  private static let locale = Locale(identifier: "en_GB")

  private static let calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()
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
