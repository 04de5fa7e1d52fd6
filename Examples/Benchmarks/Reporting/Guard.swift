/// Says whether a short run has found something that got slow.
enum Guard {
  /// Rows that are known to be more than twice their goal: they are printed and do not fail.
  ///
  /// A row leaves this list as soon as it comes near its goal, and then it is guarded as all others.
  private static let knownMisses: Set<String> = [
    "custom scope", "missing, optional",
  ]

  struct Verdict {
    let isPassed: Bool

    /// What there is to say; empty if that is nothing.
    let text: String
  }

  private static let mostMeasurements = 3

  /// Judges rows; one that is far off is measured again, for a machine that slows down in between shows what no code does.
  static func verdict(on rows: [Row], measuringAgain measure: (Row) -> Row) -> Verdict {
    var rows = rows
    for _ in 1..<mostMeasurements {
      rows = rows.map { row in row.isFarOff && !isKnown(row) ? measure(row) : row }
    }
    let farOff = names(of: rows.filter { $0.isFarOff && !isKnown($0) })
    let known = names(of: rows.filter { $0.isFarOff && isKnown($0) })
    let improved = names(of: rows.filter { !$0.isFarOff && isKnown($0) })
    return Verdict(
      isPassed: farOff.isEmpty,
      text: line("More than twice its goal", farOff) + line("More than twice its goal, as is known", known)
        + line("No longer more than twice its goal, to be taken off the list of known misses", improved))
  }

  private static func isKnown(_ row: Row) -> Bool { knownMisses.contains(row.scenario.name) }

  private static func names(of rows: [Row]) -> [String] { rows.map(\.scenario.name) }

  private static func line(_ title: String, _ names: [String]) -> String {
    names.isEmpty ? "" : "\(title): \(names.joined(separator: "; "))\n"
  }
}
