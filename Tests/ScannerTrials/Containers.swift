import FacetContainerCheck
import FacetSyntax
import Foundation

/// Spoils applications in one place at a time, and counts how often the check of containers notices it.
///
/// Each registration is removed; each name that is written out is changed; each resolve that names its type gets one
/// argument more, and loses those that it has. What the check says to be unused is left alone. A line with the comment `unseen` cannot be
/// noticed by reading: nothing resolves what it registers, or something else takes its place.
enum Containers {
  ///
  /// - Returns: Whether sound sources are left alone, and enough is noticed in spoilt ones.
  static func run(_ folders: [String]) async throws -> Bool {
    var total = Tally()
    for folder in folders {
      let files = try contentsOfSwiftFiles(in: [folder]).map {
        (path: $0.path, text: String(decoding: $0.bytes, as: UTF8.self))
      }
      let sound = await findings(files)
      for line in sound.sorted() { print("false report: \(line)") }
      let unused = await unusedPlaces(files)
      var tally = Tally()
      tally.falseReports = sound.count
      for (index, file) in files.enumerated() {
        // What tests resolve is not checked.
        if file.text.contains("import XCTest") { continue }
        for change in Change.all(in: file.text) where !isUnseen(change, in: file.text) {
          let lines = lineNumbers(of: change.range, in: file.text)
          if change.kind == .removed, unused[file.path]?.contains(where: lines.contains) == true { continue }
          var spoilt = files
          spoilt[index].text.replaceSubrange(change.range, with: change.replacement)
          let isNoticed = await findings(spoilt) != sound
          tally.count(change.kind, isNoticed)
          if !isNoticed {
            let line = file.text[..<change.range.lowerBound].split(
              separator: "\n", omittingEmptySubsequences: false
            ).count
            print("not noticed: \(file.path):\(line): \(change.kind.rawValue)")
          }
        }
      }
      await tryExtracted(files, &tally)
      print("\(folder): \(tally)")
      total += tally
    }
    print("all: \(total)")
    return total.falseReports == 0 && total.share >= 98
  }

  /// Puts a helper between each resolve and its container: nothing may be reported for that, and what is missing is noticed
  /// as before.
  private static func tryExtracted(_ files: [(path: String, text: String)], _ tally: inout Tally) async {
    let extracted = files.map { (path: $0.path, text: Extraction.text(of: $0.text)) }
    let sound = await findings(extracted)
    for line in sound.sorted() { print("false report behind a helper: \(line)") }
    tally.falseReports += sound.count
    for (index, file) in files.enumerated() where extracted[index].text != file.text {
      for change in Change.all(in: extracted[index].text)
      where change.kind == .removed && !isUnseen(change, in: extracted[index].text) {
        var spoilt = extracted
        spoilt[index].text.replaceSubrange(change.range, with: change.replacement)
        let isNoticed = await findings(spoilt) != sound
        tally.count(.removedBehindHelper, isNoticed)
        if !isNoticed {
          let line = extracted[index].text[..<change.range.lowerBound].split(
            separator: "\n", omittingEmptySubsequences: false
          ).count
          print("not noticed: \(file.path):\(line): \(Change.Kind.removedBehindHelper.rawValue)")
        }
      }
    }
  }

  private static func findings(_ files: [(path: String, text: String)]) async -> Set<String> {
    let check = await ContainerCheck(files.map { SourceFile(path: $0.path, text: $0.text) })
    // Where a finding stands moves with what is removed; what it says does not.
    return Set(check.diagnostics.map { "\($0.location.path): \($0.message)" })
  }

  /// The lines of the registrations that nothing resolves.
  private static func unusedPlaces(_ files: [(path: String, text: String)]) async -> [String: Set<Int>] {
    let check = await ContainerCheck(
      files.map { SourceFile(path: $0.path, text: $0.text) }, findsUnused: true)
    var result: [String: Set<Int>] = [:]
    for finding in check.diagnostics where finding.kind == "unused" {
      result[finding.location.path, default: []].insert(finding.location.line)
    }
    return result
  }

  private static func lineNumbers(of range: Range<String.Index>, in text: String) -> ClosedRange<Int> {
    let first = text[..<range.lowerBound].utf8.count { $0 == 0x0A } + 1
    return first...first + text[range].utf8.count { $0 == 0x0A }
  }

  private static func isUnseen(_ change: Change, in text: String) -> Bool {
    let lines = text[..<change.range.lowerBound].split(separator: "\n", omittingEmptySubsequences: false)
    let rest = text[change.range.lowerBound...].prefix { $0 != "\n" }
    return ((lines.last ?? "") + rest).contains("// unseen")
  }
}

/// How many changes there were of each kind, and how many were noticed.
private struct Tally: CustomStringConvertible {
  private var made: [Change.Kind: Int] = [:]
  private var noticed: [Change.Kind: Int] = [:]
  var falseReports = 0

  mutating func count(_ kind: Change.Kind, _ isNoticed: Bool) {
    made[kind, default: 0] += 1
    noticed[kind, default: 0] += isNoticed ? 1 : 0
  }

  static func += (left: inout Tally, right: Tally) {
    left.made.merge(right.made, uniquingKeysWith: +)
    left.noticed.merge(right.noticed, uniquingKeysWith: +)
    left.falseReports += right.falseReports
  }

  /// Percent.
  var share: Int {
    let (all, seen) = (made.values.reduce(0, +), noticed.values.reduce(0, +))
    return all == 0 ? 100 : 100 * seen / all
  }

  var description: String {
    let kinds = Change.Kind.allCases.compactMap { kind in
      made[kind].map { "\(kind.rawValue) \(noticed[kind] ?? 0)/\($0)" }
    }
    return
      "\(share) % of \(made.values.reduce(0, +)) noticed (\(kinds.joined(separator: ", "))); \(falseReports) false reports"
  }
}

/// One way to spoil a file.
private struct Change {
  enum Kind: String, CaseIterable {
    case removed = "a registration removed"
    case removedBehindHelper = "a registration removed behind a helper"
    case renamed = "a name changed"
    case moreArguments = "an argument added"
    case fewerArguments = "arguments dropped"
  }

  var kind: Kind
  var range: Range<String.Index>
  var replacement: String

  static func all(in text: String) -> [Change] {
    let buffer = TokenBuffer(SourceFile(path: "", text: text))
    var changes: [Change] = []
    for index in 0..<buffer.count {
      let token = buffer[index]
      guard token.kind == .identifier else { continue }
      switch word(token, text) {
      case let name where name.hasPrefix("register") || name == "autoregister":
        if let change = removal(at: index, buffer, text) { changes.append(change) }
        changes += names(at: index, buffer, text)
      case "implements", "forward", "Injected", "LazyInjected":
        changes += names(at: index, buffer, text)
      case "resolve", "require":
        changes += names(at: index, buffer, text)
        changes += arguments(at: index, buffer, text)
      default: break
      }
    }
    return changes
  }

  /// From the receiver to the end of the chain, for a registration that is a statement of its own.
  private static func removal(at index: Int, _ buffer: TokenBuffer, _ text: String) -> Change? {
    guard index > 1, word(buffer[index - 1], text) != "func" else { return nil }
    var start = index
    while start > 1, buffer[start - 1].kind == .period, buffer[start - 2].kind == .identifier { start -= 2 }
    guard buffer[start].startsLine else { return nil }
    var end = index
    guard buffer[end + 1].kind == .leftParenthesis || buffer[end + 1].kind == .leftBrace else { return nil }
    // A function that registers several things is no registration.
    let opensFactory =
      (index + 1..<index + 40).contains { buffer[$0].kind == .leftBrace } || hasLabel(index, buffer, text)
    guard opensFactory else { return nil }
    var isFactory = false
    while true {
      let next = buffer[end + 1]
      if next.kind == .leftParenthesis {
        isFactory = isFactory || hasLabel(end, buffer, text)
        end = Int(next.match)
      } else if next.kind == .leftBrace {
        isFactory = true
        end = Int(next.match)
      } else if next.kind == .period, buffer[end + 2].kind == .identifier {
        end += 2
      } else {
        break
      }
    }
    guard isFactory else { return nil }
    return Change(
      kind: .removed, range: position(buffer[start].start, text)..<position(buffer[end].end, text),
      replacement: "")
  }

  private static func hasLabel(_ index: Int, _ buffer: TokenBuffer, _ text: String) -> Bool {
    guard buffer[index + 1].kind == .leftParenthesis else { return false }
    let close = Int(buffer[index + 1].match)
    return (index + 2..<max(index + 2, close)).contains {
      ["initializer", "factory"].contains(word(buffer[$0], text))
    }
  }

  private static func names(at index: Int, _ buffer: TokenBuffer, _ text: String) -> [Change] {
    guard buffer[index + 1].kind == .leftParenthesis else { return [] }
    let close = Int(buffer[index + 1].match)
    return (index + 2..<max(close, index + 2)).compactMap { inner in
      guard word(buffer[inner], text) == "name", buffer[inner + 1].kind == .colon,
        buffer[inner + 2].kind == .string
      else { return nil }
      let end = position(buffer[inner + 2].end - 1, text)
      return Change(kind: .renamed, range: end..<end, replacement: "-spoilt")
    }
  }

  private static func arguments(at index: Int, _ buffer: TokenBuffer, _ text: String) -> [Change] {
    guard buffer[index + 1].kind == .leftParenthesis, index > 0, word(buffer[index - 1], text) != "func"
    else { return [] }
    let close = Int(buffer[index + 1].match)
    var comma: Int?
    var isTyped = false
    for inner in index + 2..<max(close, index + 2) {
      if buffer[inner].kind == .comma, comma == nil, word(buffer[inner + 1], text).hasPrefix("argument") {
        comma = inner
      }
      if word(buffer[inner], text) == "self" { isTyped = true }
    }
    guard isTyped else { return [] }
    let end = position(buffer[close].start, text)
    guard let comma else {
      return [Change(kind: .moreArguments, range: end..<end, replacement: ", argument: 7")]
    }
    let start = position(buffer[comma].start, text)
    return [
      Change(kind: .fewerArguments, range: start..<end, replacement: ""),
      Change(kind: .moreArguments, range: start..<end, replacement: ", arguments: 7, 8, 9, 10"),
    ]
  }

  private static func word(_ token: Token, _ text: String) -> String {
    String(text.utf8[position(token.start, text)..<position(token.end, text)]) ?? ""
  }

  private static func position(_ offset: Int32, _ text: String) -> String.Index {
    text.utf8.index(text.utf8.startIndex, offsetBy: Int(offset))
  }
}
