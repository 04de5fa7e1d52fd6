/// Keeps the records of the day in memory.
final class RecordStore {
  private var day: DayRecords?
  private var animals: [String: AnimalRecord] = [:]
  private var owners: [String: Owner] = [:]
  private(set) var plannedVisits: [PlannedVisit] = []
  private(set) var vaccineUses: [VaccineUse] = []
  private(set) var charges: [Charge] = []
}

extension RecordStore: RecordReading {
  var date: CalendarDay {
    get throws {
      guard let day else { throw RecordError.noDay }
      return day.date
    }
  }

  func visits(in session: Session) -> [Visit] {
    day?.visits.filter { session.contains($0.hours) } ?? []
  }

  func animal(withID id: String) throws -> AnimalRecord {
    guard let animal = animals[id] else { throw RecordError.noAnimal(id) }
    return animal
  }

  func owner(of animal: AnimalRecord) throws -> Owner {
    guard let owner = animal.ownerID.flatMap({ owners[$0] }) else { throw RecordError.noOwner(animal.name) }
    return owner
  }
}

extension RecordStore: RecordWriting {
  func begin(_ day: DayRecords) {
    self.day = day
    animals = Dictionary(uniqueKeysWithValues: day.animals.map { ($0.id, $0) })
    owners = Dictionary(uniqueKeysWithValues: day.owners.map { ($0.id, $0) })
    plannedVisits = []
    vaccineUses = []
    charges = []
  }

  func add(_ plannedVisit: PlannedVisit) { plannedVisits.append(plannedVisit) }
  func add(_ vaccineUse: VaccineUse) { vaccineUses.append(vaccineUse) }
  func add(_ charge: Charge) { charges.append(charge) }
}

/// A record that should be there and is not: a mistake of the program, since the sheet was checked.
enum RecordError: Error {
  case noDay
  case noAnimal(String)
  case noOwner(String)
}
