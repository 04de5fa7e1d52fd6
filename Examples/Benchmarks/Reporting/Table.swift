/// The results for people.
enum Table {
  private static let nameWidth = 30
  private static let barWidth = 24

  static let header =
    "scenario".paddedRight(to: nameWidth) + "by hand".paddedLeft(to: 12) + "Facet".paddedLeft(to: 12)
    + "figure".paddedLeft(to: 9) + "  " + "0 … goal (│) … twice".paddedRight(to: barWidth)
    + "goal".paddedLeft(to: 9) + "  " + "allocations"

  static func title(_ section: Section) -> String { "\n" + section.title }

  static func line(_ row: Row) -> String {
    let scenario = row.scenario
    let measurement = row.measurement
    let hand = measurement.hand.map { side($0, scenario.unit) } ?? ""
    let line =
      scenario.name.paddedRight(to: nameWidth) + hand.paddedLeft(to: 12)
      + side(measurement.facet, scenario.unit).paddedLeft(to: 12)
      + text(measurement.figure, scenario.figure).paddedLeft(to: 9) + "  "
      + bar(measurement.figure, scenario.goal) + goal(scenario).paddedLeft(to: 9) + "  "
      + allocations(row).paddedRight(to: 7) + verdict(row)
    return String(line.trimmingSpaces)
  }

  private static func side(_ value: Double, _ unit: Scenario.Unit) -> String {
    switch unit {
    case .nanoseconds where value >= 1e6: (value / 1e6).formatted(2) + " ms"
    case .nanoseconds where value >= 1e4: (value / 1e3).formatted(1) + " µs"
    case .nanoseconds, .bytes: value.formatted(1) + " " + unit.rawValue
    case .factor: value.formatted(2) + unit.rawValue
    }
  }

  /// A bar on which the goal stands in the middle.
  static func bar(_ figure: Double, _ goal: Goal?) -> String {
    guard let goal, figure.isFinite else { return String(repeating: " ", count: barWidth) }
    let middle = barWidth / 2
    let length = Int((figure / goal.value * Double(middle)).rounded())
    return String(
      (0..<barWidth).map { column -> Character in
        if column == middle { return column < length ? "┿" : "│" }
        if column == barWidth - 1, length > barWidth { return "▶" }
        return column < length ? "━" : " "
      })
  }

  private static func text(_ figure: Double, _ kind: Scenario.Figure) -> String {
    switch kind {
    case .ratio, .throughput, .gain: figure.formatted(figure < 100 ? 2 : 0) + "x"
    case .bytes: figure.formatted(0) + " B"
    case .spread: figure.formatted(1) + " %"
    case .milliseconds: figure.formatted(1) + " ms"
    }
  }

  private static func goal(_ scenario: Scenario) -> String {
    guard let goal = scenario.goal else { return "" }
    let sign = goal.bound == .atMost ? "≤ " : "≥ "
    switch scenario.figure {
    case .ratio, .throughput, .gain: return sign + goal.value.formatted(1) + "x"
    case .bytes: return sign + goal.value.formatted(0) + " B"
    case .spread: return sign + goal.value.formatted(0) + " %"
    case .milliseconds: return sign + goal.value.formatted(0) + " ms"
    }
  }

  private static func allocations(_ row: Row) -> String {
    row.allocations.map { "+" + $0.formatted(1) } ?? ""
  }

  private static func verdict(_ row: Row) -> String {
    switch row.isWithinGoal {
    case true?: "ok"
    case false?: "over"
    case nil: ""
    }
  }
}

extension String {
  /// The text without spaces at its end.
  fileprivate var trimmingSpaces: Substring {
    self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)]
  }
}
