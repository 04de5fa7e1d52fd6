/// Why an animal comes.
enum Reason: String, Decodable {
  case checkUp = "check-up"
  case vaccination
  case injury
  case dental
  case followUp = "follow-up"

  /// Whether the visit costs nothing.
  var isFree: Bool { self == .followUp }

  /// The reason as it stands in a plan or on a bill.
  var title: String {
    switch self {
    case .checkUp: "Check-up"
    case .vaccination: "Vaccination"
    case .injury: "Injury"
    case .dental: "Dental work"
    case .followUp: "Follow-up"
    }
  }
}
