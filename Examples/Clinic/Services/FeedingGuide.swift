/// Says how an animal is fed around its visit.
final class FeedingGuide {
  private let patient: any Animal
  private let carnivore: (any Carnivore)?

  /// Makes the guide for one animal, seen as what it is.
  ///
  /// - Parameters:
  ///   - patient: the animal.
  ///   - carnivore: the same animal, if it eats meat.
  init(patient: any Animal, carnivore: (any Carnivore)?) {
    self.patient = patient
    self.carnivore = carnivore
  }

  /// What to do before a sedation at a time; `nil` if the animal will be awake.
  func preparation(forSedationAt time: TimeOfDay) -> String? {
    guard patient.isSedated else { return nil }
    guard let hours = patient.fastingHours else {
      return "keep feeding: a \(patient.record.species.rawValue) must not fast"
    }
    return "no food from \(time.advanced(byMinutes: -60 * hours)) on"
  }

  /// What to feed on the day of the visit.
  var ration: String {
    guard let carnivore else { return "hay, as much as it likes" }
    let grams = carnivore.meatShare * carnivore.record.weight * 1000
    return carnivore.isSedated
      ? "\(wholeNumber(grams / 2)) g of meat: half a ration after the sedation"
      : "\(wholeNumber(grams)) g of meat"
  }

  private func wholeNumber(_ value: Double) -> Int { Int(value.rounded()) }
}
