final class Ferret: Carnivore, Domesticated {
  let record: AnimalRecord
  let owner: Owner
  var isSedated = false

  /// Short: a ferret's blood sugar falls fast.
  let fastingHours: Int? = 3
  let meatShare = 0.06

  init(record: AnimalRecord, owner: Owner) {
    self.record = record
    self.owner = owner
  }

  func milligramsPerKilogram(of medicine: Medicine) -> Double {
    switch medicine {
    case .painkiller: 0.2
    case .sedative: 0.08
    }
  }
}
