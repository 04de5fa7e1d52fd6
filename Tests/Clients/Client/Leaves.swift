#if canImport(Pantry)
  import Pantry
#endif

extension Breakfast {
  func leaf() throws(Empty) -> Key.Leaf {
    guard hasLeaves else { throw Empty() }
    return 3
  }

  func milk() -> Key.Milk { [1, 2] }
}
