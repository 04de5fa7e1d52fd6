import FacetSyntax

// MARK: - Comments

extension FileReader {
  private static let separators = Set(" \t/,\r".utf8)

  /// Finds the comments that speak to the checks.
  func readComments() {
    guard file.bytes.contains("facet:") else { return }
    // Lines are cut by bytes, as locations count them: a carriage return and a line feed are one `Character`.
    let lines = file.text(0, file.bytes.count).utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated() {
      guard let comment = line.indices.first(where: { line[$0...].starts(with: "//".utf8) }) else { continue }
      for word in line[comment...].split(whereSeparator: Self.separators.contains) {
        guard word.starts(with: "facet:".utf8) else { continue }
        switch String(Substring(word.dropFirst(6))).prefix(while: { !":.;".contains($0) }) {
        case "ignore-file": facts.ignoresAll = true
        case "strict": facts.isStrict = true
        case "ignore":
          facts.ignoredLines.insert(number + 1)
          // A comment on a line of its own speaks of the next one.
          if line[..<comment].allSatisfy(Self.separators.contains) { facts.ignoredLines.insert(number + 2) }
        default: break
        }
      }
    }
  }
}
