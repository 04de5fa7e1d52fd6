final class Leaf: Sendable {}

final class Branch: Sendable {
  let left: Leaf
  let right: Leaf

  init(left: Leaf, right: Leaf) {
    self.left = left
    self.right = right
  }
}
