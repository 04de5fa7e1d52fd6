/// The species that the clinic treats.
///
/// The raw value is the word in the day's sheet, and the name of the registration.
enum Species: String, CaseIterable {
  case dog
  case cat
  case ferret
  case rabbit
  case barnOwl = "barn owl"

  /// Whether its animals belong to nobody.
  var isWild: Bool { self == .barnOwl }

  /// The weight in kilograms above which somebody has mistyped.
  var greatestWeight: Double {
    switch self {
    case .dog: 120
    case .cat: 15
    case .ferret: 4
    case .rabbit: 12
    case .barnOwl: 1
    }
  }
}
