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
}
