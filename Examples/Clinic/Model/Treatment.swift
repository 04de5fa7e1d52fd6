/// A medicine that is given by weight.
enum Medicine {
  case painkiller
  case sedative
}

/// An amount of a medicine.
struct Dose {
  let medicine: Medicine
  /// Rounded to what a syringe can measure.
  let milligrams: Double

  init(of medicine: Medicine, milligrams: Double) {
    self.medicine = medicine
    self.milligrams = (milligrams * 100).rounded() / 100
  }

  /// The dose as it stands in a plan or on a bill: `painkiller, 7.7 mg`.
  var text: String { "\(medicine), \(milligrams.text) mg" }
}

/// What a vet does in a visit.
struct Treatment {
  var doses: [Dose] = []
  /// The number of the vial that a vaccine is drawn from; `nil` without a vaccine.
  var vaccineVial: Int?
}
