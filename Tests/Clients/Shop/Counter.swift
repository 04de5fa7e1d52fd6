import FacetStatic

struct Counter: Resolver {
  enum Key { typealias Cups = Int }
  typealias Output = Key.Cups
  func cups() -> Key.Cups { 3 }
}
