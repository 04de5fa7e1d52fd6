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

  /// A short run beside other programs is off by up to a fifth, and some rows stand at 1.6 times their goal.
  private static let farFactor = 2.5

  /// Whether the figure is so far off that noise cannot be the reason.
  func isFarFrom(_ figure: Double) -> Bool {
    switch bound {
    case .atMost: figure > value * Goal.farFactor
    case .atLeast: figure < value / Goal.farFactor
    }
  }
}
