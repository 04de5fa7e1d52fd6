/// Numbers that look like chance, and are the same in each run.
public struct Chance: RandomNumberGenerator {
  private var state: UInt64

  /// Makes a sequence for a seed.
  public init(_ seed: Int = 1) { state = UInt64(truncatingIfNeeded: seed) }

  /// The next number.
  public mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    let mixed = (state ^ (state >> 33)) &* 0xFF51_AFD7_ED55_8CCD
    return mixed ^ (mixed >> 33)
  }

  /// The next number, below another one.
  public mutating func next(below bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }
}
