/// Treats animals, for a clinic that is there only when the vet is: the container closes the circle.
final class Vet {
  let name: String
  weak var clinic: Clinic?

  init(name: String) {
    self.name = name
  }

  /// How the vet signs.
  var signature: String {
    [name, clinic?.name].compactMap(\.self).joined(separator: ", ")
  }

  /// Decides what an animal is given.
  func treat(_ patient: any Animal, for reason: Reason, from tray: VaccineTray) -> Treatment {
    var treatment = Treatment()
    switch reason {
    case .checkUp, .followUp:
      break
    case .vaccination:
      treatment.vaccineVial = tray.draw()
    case .injury:
      treatment.doses = [patient.dose(of: .painkiller)]
    case .dental:
      patient.isSedated = true
      treatment.doses = [patient.dose(of: .sedative), patient.dose(of: .painkiller)]
    }
    return treatment
  }
}
