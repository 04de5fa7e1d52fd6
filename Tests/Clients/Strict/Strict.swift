public import FacetStatic
import Pantry

public struct Larder: FacetStatic.Resolver {
  public enum Key {
    public typealias Shelf = String
    public typealias Board = Int
  }

  public typealias Output = Key.Shelf

  public init() {}

  func shelf(board: ThrowingLazy<Key.Board, Empty>, plank: Key.Board) throws(Empty) -> Key.Shelf {
    "shelf of \(plank)"
  }

  func board() throws(Empty) -> Key.Board { 4 }
}
