// MARK: - Comments

extension FileReader {
  /// Finds the comments that speak to the checks.
  mutating func readComments() {
    guard file.bytes.contains("facet:") else { return }
    // Lines are cut by bytes, as locations count them: a carriage return and a line feed are one `Character`.
    let lines = file.text(0, file.bytes.count).utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated() {
      guard let comment = line.startOfComment else { continue }
      for word in line[comment...].split(whereSeparator: \.endsWordOfComment) {
        guard word.starts(with: "facet:".utf8) else { continue }
        switch String(word.dropFirst(6).prefix { !$0.endsSentence }) {
        case "ignore-file": facts.ignoresAll = true
        case "strict": facts.isStrict = true
        case "ignore":
          facts.ignoredLines.insert(number + 1)
          // A comment on a line of its own speaks of the next one.
          if line[..<comment].allSatisfy(\.isSpace) { facts.ignoredLines.insert(number + 2) }
        default: break
        }
      }
    }
  }
}

extension Substring.UTF8View {
  /// Where `//` first occurs.
  fileprivate var startOfComment: Index? {
    let slash = UInt8(ascii: "/")
    return indices.first { self[$0] == slash && self[index(after: $0)...].first == slash }
  }
}

extension UInt8 {
  fileprivate var isSpace: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

  fileprivate var endsWordOfComment: Bool {
    isSpace || self == UInt8(ascii: "/") || self == UInt8(ascii: ",") || self == 0x0D
  }

  fileprivate var endsSentence: Bool {
    self == UInt8(ascii: ":") || self == UInt8(ascii: ".") || self == UInt8(ascii: ";")
  }
}
