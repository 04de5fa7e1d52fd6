/// One scenario with its outcome.
struct Row {
  let scenario: Scenario
  let measurement: Measurement

  /// Allocations for one service beyond those of the hand-written code; `nil` if they were not counted.
  let allocations: Double?

  /// The verdict; `nil` if there is no goal.
  var isWithinGoal: Bool? {
    guard let goal = scenario.goal else { return nil }
    return goal.isReached(by: measurement.figure) && !allocatesTooMuch
  }

  /// Whether the ratio to hand-written code is so far off that noise cannot be the reason.
  ///
  /// Figures over several threads are left out: beside other programs they say nothing.
  var isFarOff: Bool {
    scenario.figure == .ratio && scenario.goal?.isFarFrom(measurement.figure) == true
  }

  private var allocatesTooMuch: Bool { scenario.allocations == .asByHand && (allocations ?? 0) > 0.01 }
}
