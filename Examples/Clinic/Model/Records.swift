/// What the clinic knows of an owner.
struct Owner: Hashable {
  let id: String
  let name: String
  let phone: String
}

/// What the clinic knows of an animal.
struct AnimalRecord: Hashable {
  let id: String
  let name: String
  let species: Species
  /// In kilograms.
  let weight: Double
  /// `nil` for a wild animal.
  let ownerID: String?
}

/// An appointment.
struct Visit: Hashable {
  let animalID: String
  let reason: Reason
  let hours: Range<TimeOfDay>
}

/// One day's owners, animals and visits, checked: every reference leads somewhere.
struct DayRecords {
  let date: CalendarDay
  let owners: [Owner]
  let animals: [AnimalRecord]
  /// In the order of their times.
  let visits: [Visit]
}
