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

  /// Whether more was allocated than the scenario may; no noise does that.
  var allocatesTooMuch: Bool {
    guard let most = scenario.mostAllocations, let allocations else { return false }
    return allocations > most + 0.01
  }

  /// Whether allocations should have been counted, and were not.
  var lacksAllocations: Bool {
    AllocationCount.isPossible && scenario.comparison != nil && allocations == nil
  }
}
