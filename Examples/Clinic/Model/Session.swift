/// One half of the working day.
///
/// Nothing is shared between them: opened vials are thrown away at noon.
enum Session: String, CaseIterable {
  case morning
  case afternoon

  var hours: Range<TimeOfDay> {
    switch self {
    case .morning: TimeOfDay(hour: 8, minute: 30)..<TimeOfDay(hour: 12, minute: 30)
    case .afternoon: TimeOfDay(hour: 14, minute: 0)..<TimeOfDay(hour: 18, minute: 0)
    }
  }

  /// Whether a visit begins and ends within the session.
  func contains(_ visit: Range<TimeOfDay>) -> Bool {
    hours.lowerBound <= visit.lowerBound && visit.upperBound <= hours.upperBound
  }
}
