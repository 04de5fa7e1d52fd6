/// The species that the clinic treats.
///
/// The raw value is the word in the day's sheet, and the name of the registration.
enum Species: String, CaseIterable, Decodable {
  case dog
  case cat
  case ferret
  case rabbit
  case barnOwl = "barn owl"

  /// Whether its animals belong to nobody.
  var isWild: Bool { self == .barnOwl }
}
