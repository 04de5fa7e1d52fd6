/// The sheet of a day, as it is written: texts and numbers that nobody has checked yet.
struct DaySheet: Decodable {
  let date: String
  let owners: [OwnerEntry]
  let animals: [AnimalEntry]
  let visits: [VisitEntry]

  struct OwnerEntry: Decodable {
    let id: String
    let name: String
    let phone: String
  }

  struct AnimalEntry: Decodable {
    let id: String
    let name: String
    let species: String
    let weight: Double
    let owner: String?
  }

  struct VisitEntry: Decodable {
    let animal: String
    let time: String
    let minutes: Double
    let reason: String
  }
}
