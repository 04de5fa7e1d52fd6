/// What one visit costs somebody.
struct Charge {
  let payer: Payer
  private(set) var items: [(text: String, price: Money)] = []

  var total: Money { items.map(\.price).reduce(.zero, +) }

  init(payer: Payer) {
    self.payer = payer
  }

  mutating func add(_ text: String, _ price: Money) {
    items.append((text, price))
  }
}
