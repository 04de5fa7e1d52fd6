final class Dog: Carnivore, Domesticated {
  let record: AnimalRecord
  let owner: Owner
  var isSedated = false

  let fastingHours: Int? = 8
  let meatShare = 0.02

  init(record: AnimalRecord, owner: Owner) {
    self.record = record
    self.owner = owner
  }

  func milligramsPerKilogram(of medicine: Medicine) -> Double {
    switch medicine {
    case .painkiller: 0.2
    case .sedative: 0.02
    }
  }
}
