import FacetStatic

/// Its functions stand in files that import more than this one.
struct Breakfast: Resolver {
  enum Key {
    typealias Tea = String
    typealias Leaf = Int
    typealias Milk = [Int]
  }

  typealias Output = Key.Tea

  let hasLeaves: Bool

  func tea(leaf: Key.Leaf, milk: Lazy<Key.Milk>) -> Key.Tea { "tea of \(leaf) with \(milk.value)" }
}

/// A namesake of an error of another module.
enum Attic {
  struct Empty: Error {}
}
