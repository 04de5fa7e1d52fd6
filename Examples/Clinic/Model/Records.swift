/// What the clinic knows of an owner.
struct Owner: Hashable, Decodable {
  let id: String
  let name: String
  let phone: String
}

/// What the clinic knows of an animal.
struct AnimalRecord: Hashable, Decodable {
  let id: String
  let name: String
  let species: Species
  /// In kilograms.
  let weight: Double
  /// `nil` for a wild animal.
  let ownerID: String?

  private enum CodingKeys: String, CodingKey {
    case id, name, species, weight
    case ownerID = "owner"
  }
}

/// An appointment.
struct Visit: Hashable {
  let animalID: String
  let reason: Reason
  let hours: Range<TimeOfDay>
}

extension Visit: Decodable {
  private enum CodingKeys: CodingKey {
    case animal, time, minutes, reason
  }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    animalID = try values.decode(String.self, forKey: .animal)
    reason = try values.decode(Reason.self, forKey: .reason)
    let start = try values.decode(TimeOfDay.self, forKey: .time)
    let minutes = try values.decode(UInt8.self, forKey: .minutes)
    hours = start..<TimeOfDay(minutes: start.minutes + Int(minutes))
  }
}

/// One day's owners, animals and visits.
struct DayRecords {
  let date: CalendarDay
  let owners: [Owner]
  let animals: [AnimalRecord]
  /// In the order of their times.
  let visits: [Visit]
}

extension DayRecords: Decodable {
  private enum CodingKeys: CodingKey {
    case date, owners, animals, visits
  }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    date = try values.decode(CalendarDay.self, forKey: .date)
    owners = try values.decode([Owner].self, forKey: .owners)
    animals = try values.decode([AnimalRecord].self, forKey: .animals)
    visits = try values.decode([Visit].self, forKey: .visits)
      .sorted { $0.hours.lowerBound < $1.hours.lowerBound }
  }
}
