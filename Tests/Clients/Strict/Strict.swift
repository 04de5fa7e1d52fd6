public import FacetStatic
import Pantry

/// A public resolver, whose error comes from another module.
public struct Larder: FacetStatic.Resolver {
  /// What it builds.
  public enum Key {
    /// What comes of it.
    public typealias Shelf = String
    /// What that is made of.
    public typealias Board = Int
  }

  /// The shelf.
  public typealias Output = Key.Shelf

  /// Makes one.
  public init() {}

  func shelf(board: ThrowingLazy<Key.Board, Empty>, plank: Key.Board) throws(Empty) -> Key.Shelf {
    "shelf of \(plank)"
  }

  func board() throws(Empty) -> Key.Board { 4 }
}
