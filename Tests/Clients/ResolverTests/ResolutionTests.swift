import FacetStatic
import Testing

/// Notes what is built, in order.
final class Journal {
  var entries: [String] = []

  func note<Value>(_ entry: String, _ value: Value) -> Value {
    entries.append(entry)
    return value
  }
}

/// Everything at once: order, sharing, lazies, configuration, properties, static functions.
struct ShopResolver: Resolver {
  enum Key {
    typealias Tea = TeaService
    typealias Leaf = Object
    typealias Water = Object
    typealias Sugar = Object
    typealias Milk = Object
    typealias Price = Int
    typealias Unused = Object
    typealias Discount = (Int) -> Int
  }

  typealias Output = Key.Tea

  let journal: Journal
  let price: Key.Price

  func tea(
    water: Key.Water, _ leaf: Key.Leaf, sugar: Lazy<Key.Sugar>, for price: Key.Price,
    discount: @escaping Key.Discount, milk: Lazy<Key.Milk>, again: Lazy<Key.Leaf>
  ) -> Key.Tea {
    journal.note("tea", TeaService(water, leaf, sugar, milk, again, price: discount(price)))
  }

  func water(leaf: Key.Leaf) -> Key.Water { journal.note("water", Object()) }
  func leaf() -> Key.Leaf { journal.note("leaf", Object()) }
  func sugar(leaf: Key.Leaf, milk: Key.Milk) -> Key.Sugar { journal.note("sugar", Object()) }
  func milk() -> Key.Milk { journal.note("milk", Object()) }
  func unused(_ tea: Key.Tea) -> Key.Unused { journal.note("unused", Object()) }
  static func discount() -> Key.Discount { { $0 / 2 } }

  func label(_ tea: Key.Tea, leaf: Key.Leaf) { tea.label = journal.note("label", "Green") }

  private func helper() -> Int { 1 }
}

final class Object {
  var count = 0
}

final class TeaService {
  let water: Object
  let leaf: Object
  let sugar: Lazy<Object>
  let milk: Lazy<Object>
  let leafAgain: Lazy<Object>
  let price: Int
  var label = ""

  init(
    _ water: Object, _ leaf: Object, _ sugar: Lazy<Object>, _ milk: Lazy<Object>, _ leafAgain: Lazy<Object>,
    price: Int
  ) {
    self.water = water
    self.leaf = leaf
    self.sugar = sugar
    self.milk = milk
    self.leafAgain = leafAgain
    self.price = price
  }
}

@Suite(.timeLimit(.minutes(20))) struct ResolutionTests {
  @Test func `Each key is built once, in dependency order, and unused keys are not`() {
    let journal = Journal()
    let tea = ShopResolver(journal: journal, price: 4).resolve()
    #expect(journal.entries == ["leaf", "water", "tea", "label"])
    #expect(tea.price == 2)
  }

  @Test func `Two resolves build twice`() {
    let resolver = ShopResolver(journal: Journal(), price: 4)
    #expect(resolver.resolve() !== resolver.resolve())
  }

  @Test func `A lazy key is built at its first use, once, with what it needs`() {
    let journal = Journal()
    let tea = ShopResolver(journal: journal, price: 4).resolve()
    journal.entries = []
    #expect(tea.sugar.value === tea.sugar.value)
    #expect(journal.entries == ["milk", "sugar"])
    _ = tea.milk.value
    #expect(journal.entries == ["milk", "sugar"])
  }

  @Test func `The lazy of a key that is built at once is its value`() {
    let tea = ShopResolver(journal: Journal(), price: 4).resolve()
    #expect(tea.leafAgain.value === tea.leaf)
  }

  @Test func `Configuration functions run before resolve returns`() {
    #expect(ShopResolver(journal: Journal(), price: 4).resolve().label == "Green")
  }
}
