final class Rabbit: Domesticated {
  let record: AnimalRecord
  let owner: Owner
  var isSedated = false

  /// An empty gut is more dangerous to a rabbit than a full one.
  let fastingHours: Int? = nil

  init(record: AnimalRecord, owner: Owner) {
    self.record = record
    self.owner = owner
  }

  func milligramsPerKilogram(of medicine: Medicine) -> Double {
    switch medicine {
    case .painkiller: 0.6
    case .sedative: 0.1
    }
  }
}
