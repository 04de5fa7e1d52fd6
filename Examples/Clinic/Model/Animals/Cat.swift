final class Cat: Carnivore, Domesticated {
  let record: AnimalRecord
  let owner: Owner
  var isSedated = false

  let fastingHours: Int? = 6
  let meatShare = 0.03

  init(record: AnimalRecord, owner: Owner) {
    self.record = record
    self.owner = owner
  }

  /// A cat breaks painkillers down slowly: half of a dog's dose.
  func milligramsPerKilogram(of medicine: Medicine) -> Double {
    switch medicine {
    case .painkiller: 0.1
    case .sedative: 0.05
    }
  }
}
