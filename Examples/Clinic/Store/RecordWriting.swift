/// The records of the day, to write things down in.
protocol RecordWriting: AnyObject {
  /// Replaces everything by the records of a new day.
  func begin(_ day: DayRecords)

  func add(_ plannedVisit: PlannedVisit)
  func add(_ vaccineUse: VaccineUse)
  func add(_ charge: Charge)
}
