import FacetStatic

struct Shop: Resolver {
  enum Key {
    typealias Tea = String
    typealias Leaf = Int
  }

  typealias Output = Key.Tee

  func tea(leaf: Key.Leaf) -> Key.Tea { "" }
}
