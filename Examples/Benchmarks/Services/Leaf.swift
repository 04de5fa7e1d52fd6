/// A service that needs nothing.
final class Leaf: Sendable {
  let number: Int

  @inline(never)
  init() { number = 1 }
}
