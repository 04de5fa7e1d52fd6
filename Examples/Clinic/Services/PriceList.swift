/// What the clinic asks.
struct PriceList {
  let vaccine = Money.euros(14)
  /// The share of the price that the clinic gives for a wild animal.
  let wildlifeDiscount = 0.5

  /// The fee of a visit, without what is given.
  func fee(for reason: Reason) -> Money {
    switch reason {
    case .checkUp: .euros(42)
    case .vaccination: .euros(28)
    case .injury: .euros(65)
    case .dental: .euros(180)
    case .followUp: .zero
    }
  }

  /// The price of a milligram.
  func price(of medicine: Medicine) -> Money {
    switch medicine {
    case .painkiller: .euros(1, 20)
    case .sedative: .euros(24)
    }
  }
}
