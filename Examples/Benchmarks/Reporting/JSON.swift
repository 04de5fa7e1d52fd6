/// The results for machines.
enum JSON {
  static func text(_ rows: [Row]) -> String {
    "[\n" + rows.map { "  " + object($0) }.joined(separator: ",\n") + "\n]"
  }

  private static func object(_ row: Row) -> String {
    let scenario = row.scenario
    let goal = scenario.goal
    let members: [(String, String)] = [
      ("name", quoted(scenario.name)),
      ("shows", quoted(scenario.shows)),
      ("unit", quoted(scenario.unit.rawValue)),
      ("hand", number(row.measurement.hand)),
      ("facet", number(row.measurement.facet)),
      ("figure", quoted(scenario.figure.rawValue)),
      ("value", number(row.measurement.figure)),
      ("goal", number(goal?.value)),
      ("bound", goal.map { quoted($0.bound == .atMost ? "at most" : "at least") } ?? "null"),
      ("allocations", number(row.allocations)),
      ("withinGoal", row.isWithinGoal.map(String.init) ?? "null"),
    ]
    return "{" + members.map { "\(quoted($0)): \($1)" }.joined(separator: ", ") + "}"
  }

  private static func number(_ value: Double?) -> String {
    guard let value, value.isFinite else { return "null" }
    return String((value * 1_000).rounded() / 1_000)
  }

  /// All texts are the program's own: nothing but a quotation mark could need an escape.
  private static func quoted(_ text: String) -> String {
    "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\\"") + "\""
  }
}
