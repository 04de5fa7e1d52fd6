/// Who pays for an animal.
enum Payer: Hashable {
  case owner(Owner)
  /// Pays for animals that nobody owns.
  case wildlifeFund

  /// The payer as it stands in a plan or on a bill.
  var text: String {
    switch self {
    case .owner(let owner): "\(owner.name), \(owner.phone)"
    case .wildlifeFund: "Wildlife Fund"
    }
  }
}
