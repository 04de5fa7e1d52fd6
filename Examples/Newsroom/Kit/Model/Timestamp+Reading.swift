extension Timestamp {
  /// Reads a date as Atom and JSON feeds have it, such as `2026-03-14T10:30:00+01:00`.
  init?(internetDate text: String) {
    let pattern = #/(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(Z|z|[+-]\d{2}:\d{2})/#
    guard let match = text.wholeMatch(of: pattern) else { return nil }
    self.init(
      year: Int(match.1)!, month: Int(match.2)!, day: Int(match.3)!, hour: Int(match.4)!,
      minute: Int(match.5)!, second: Int(match.6)!, minutesEast: Timestamp.minutesEast(match.7))
  }

  /// Reads a date as RSS feeds have it, such as `Sat, 14 Mar 2026 10:30:00 +0100`.
  init?(mailDate text: String) {
    let pattern =
      #/(?:[A-Za-z]{3}, *)?(\d{1,2}) +([A-Za-z]{3}) +(\d{4}|\d{2}) +(\d{2}):(\d{2})(?::(\d{2}))? +([A-Z]{1,3}|[+-]\d{4})/#
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    guard let match = text.wholeMatch(of: pattern), let month = months.firstIndex(of: String(match.2)),
      let zone = Timestamp.zones[String(match.7)]
        ?? (match.7.count == 5 ? Timestamp.minutesEast(match.7) : nil)
    else { return nil }
    let year = Int(match.3)!
    self.init(
      // Two digits stand for a year from 1950 to 2049.
      year: match.3.count == 4 ? year : year < 50 ? 2000 + year : 1900 + year, month: month + 1,
      day: Int(match.1)!, hour: Int(match.4)!, minute: Int(match.5)!, second: match.6.map { Int($0)! } ?? 0,
      minutesEast: zone)
  }

  private static let zones = [
    "GMT": 0, "UT": 0, "UTC": 0, "Z": 0, "EST": -300, "EDT": -240, "CST": -360, "CDT": -300, "MST": -420,
    "MDT": -360, "PST": -480, "PDT": -420,
  ]

  /// The minutes of `+01:00` or `+0100`; zero for `Z`.
  private static func minutesEast(_ zone: Substring) -> Int {
    let digits = zone.filter(\.isNumber)
    guard let number = Int(digits) else { return 0 }
    return (number / 100 * 60 + number % 100) * (zone.first == "-" ? -1 : 1)
  }
}
