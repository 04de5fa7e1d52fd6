/// A service of a grid in which each needs two others, and almost all are needed by two.
///
/// The grid has ten rows `Y`; the digits `X` and `Z` together count its hundred columns. Parts of it that end at the same
/// corner make the smaller graphs.
final class Node<X: Digit, Y: Digit, Z: Digit>: Sendable {
  typealias Dependency = any AnyObject & Sendable

  let beside: Dependency?
  let below: Dependency?

  @inline(never)
  init(beside: Dependency?, below: Dependency?) {
    self.beside = beside
    self.below = below
  }
}
