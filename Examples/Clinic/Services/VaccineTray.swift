/// The opened vials of a session.
///
/// A vial holds several doses, and spoils within hours once it is opened.
final class VaccineTray {
  private static let dosesPerVial = 3

  private(set) var vials = 0
  private(set) var dosesLeft = 0

  /// Draws one dose, from a new vial if need be.
  ///
  /// - Returns: the number of the vial.
  func draw() -> Int {
    if dosesLeft == 0 {
      vials += 1
      dosesLeft = Self.dosesPerVial
    }
    dosesLeft -= 1
    return vials
  }
}
