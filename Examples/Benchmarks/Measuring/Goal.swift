/// What a figure must reach.
struct Goal {
  enum Bound {
    case atMost
    case atLeast
  }

  let bound: Bound
  let value: Double

  static func atMost(_ value: Double) -> Goal { Goal(bound: .atMost, value: value) }
  static func atLeast(_ value: Double) -> Goal { Goal(bound: .atLeast, value: value) }

  func isReached(by figure: Double) -> Bool {
    switch bound {
    case .atMost: figure <= value
    case .atLeast: figure >= value
    }
  }

  /// Whether the figure is so far off that noise cannot be the reason: a factor of two.
  func isFarFrom(_ figure: Double) -> Bool {
    switch bound {
    case .atMost: figure > value * 2
    case .atLeast: figure < value / 2
    }
  }
}
