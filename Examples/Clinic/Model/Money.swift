/// An amount in euros, exact to the cent.
struct Money: Hashable {
  var cents: Int

  static let zero = Money(cents: 0)

  static func euros(_ euros: Int, _ cents: Int = 0) -> Money { Money(cents: euros * 100 + cents) }

  static func + (left: Money, right: Money) -> Money { Money(cents: left.cents + right.cents) }

  /// A share of the amount, rounded to the cent.
  static func * (amount: Money, factor: Double) -> Money {
    Money(cents: Int((Double(amount.cents) * factor).rounded()))
  }
}

extension Money: CustomStringConvertible {
  var description: String {
    let (euros, rest) = cents.magnitude.quotientAndRemainder(dividingBy: 100)
    return "\(cents < 0 ? "-" : "")€\(euros).\(rest < 10 ? "0" : "")\(rest)"
  }
}
