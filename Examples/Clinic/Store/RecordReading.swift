/// The records of the day, to look things up in.
protocol RecordReading: AnyObject {
  var date: CalendarDay { get throws }

  /// The visits of a session, in the order of their times.
  func visits(in session: Session) -> [Visit]

  func animal(withID id: String) throws -> AnimalRecord
  func owner(of animal: AnimalRecord) throws -> Owner

  /// What has been planned and charged so far.
  var plannedVisits: [PlannedVisit] { get }
  var vaccineUses: [VaccineUse] { get }
  var charges: [Charge] { get }
}
