/// Wild: somebody found it by the road, nobody owns it.
final class BarnOwl: Carnivore {
  let record: AnimalRecord
  var isSedated = false

  let fastingHours: Int? = 2
  let meatShare = 0.2

  init(record: AnimalRecord) {
    self.record = record
  }

  func milligramsPerKilogram(of medicine: Medicine) -> Double {
    switch medicine {
    case .painkiller: 1.0
    case .sedative: 0.15
    }
  }
}
