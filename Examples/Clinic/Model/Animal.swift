/// A patient, whatever its species.
protocol Animal: AnyObject {
  var record: AnimalRecord { get }

  /// Whether it is sedated during its visit.
  var isSedated: Bool { get set }

  /// The hours without food before a sedation; `nil` for an animal that has to keep eating.
  var fastingHours: Int? { get }

  /// How much of a medicine the species bears, in milligrams for each kilogram.
  func milligramsPerKilogram(of medicine: Medicine) -> Double
}

/// An animal that is fed meat.
protocol Carnivore: Animal {
  /// A day's ration, as a share of the body weight.
  var meatShare: Double { get }
}

/// An animal that belongs to somebody.
protocol Domesticated: Animal {
  var owner: Owner { get }
}

extension Animal {
  /// The dose for the weight of this animal.
  func dose(of medicine: Medicine) -> Dose {
    Dose(of: medicine, milligrams: milligramsPerKilogram(of: medicine) * record.weight)
  }
}
