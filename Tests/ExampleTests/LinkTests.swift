import Foundation
import Testing

@Suite("Every link leads somewhere", .timeLimit(.minutes(20)))
struct LinkTests {
  /// All pages of the repository.
  static let pages: [String] = {
    let folders = ["Sources", "Tests", "Examples"].flatMap { folder in
      (FileManager.default.enumerator(atPath: root.appendingPathComponent(folder).path)?
        .compactMap { $0 as? String } ?? []).map { "\(folder)/\($0)" }
    }
    return ["README.md", "CHANGELOG.md", ".github/CONTRIBUTING.md"]
      + folders.filter { $0.hasSuffix(".md") && !$0.contains("/.build") }.sorted()
  }()

  @Test("From pages to files, headings and articles", arguments: pages)
  func links(page: String) throws {
    let text = try Self.prose(page)
    let targets =
      text.matches(of: /\]\(([^)\s]+)\)/).map { String($0.1) }
      + text.matches(of: /href="([^"]+)"/).map { String($0.1) }
      + text.matches(of: /<(doc:[^>]+)>/).map { String($0.1) }
    for target in targets where !target.hasPrefix("http") {
      #expect(try Self.leads(target, from: page), "\(page) has a link to \(target)")
    }
  }

  /// A page without its blocks of code.
  private static func prose(_ page: String) throws -> String {
    var isCode = false
    let lines = try text(page).split(separator: "\n", omittingEmptySubsequences: false)
    return lines.filter { line in
      let isFence = line.drop(while: { $0 == " " }).hasPrefix("```")
      if isFence { isCode.toggle() }
      return !isCode && !isFence
    }.joined(separator: "\n")
  }

  private static func leads(_ target: String, from page: String) throws -> Bool {
    let folder = root.appendingPathComponent(page).deletingLastPathComponent()
    if target.hasPrefix("doc:") {
      let catalog = page.components(separatedBy: ".docc/")[0] + ".docc/"
      return pages.contains { $0.hasPrefix(catalog) && $0.hasSuffix("/\(target.dropFirst(4)).md") }
    }
    let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let file = parts[0].isEmpty ? page : folder.appendingPathComponent(String(parts[0])).standardized.path
    let path = file.replacingOccurrences(of: root.path + "/", with: "")
    guard FileManager.default.fileExists(atPath: root.appendingPathComponent(path).path)
    else {
      return false
    }
    guard parts.count == 2 else { return true }
    let headings = try prose(path).split(separator: "\n").filter { $0.hasPrefix("#") }
    return headings.contains { heading in
      let title = heading.drop(while: { $0 == "#" || $0 == " " }).lowercased()
      let kept = title.filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" }
      return kept.replacingOccurrences(of: " ", with: "-") == parts[1]
    }
  }
}
