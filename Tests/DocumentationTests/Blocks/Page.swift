import Foundation
import FacetTestSupport

/// A part of the documentation whose blocks build on one another: of an article, of a section of the README, of a doc comment.
///
/// A block that imports something begins a file, so it begins another page.
struct Page: Sendable {
  /// The file that it stands in, from the root of the package.
  let path: String

  /// Its heading, if it is a section.
  let section: String?

  /// Its blocks, from the top.
  let blocks: [Block]

  /// All pages of the package that have blocks.
  static func all() throws -> [Page] {
    let readme = try sections(of: "README.md")
    let sources = try files(in: "Sources").flatMap { path in
      if path.hasSuffix(".swift") { return try comments(of: path) }
      return path.hasSuffix(".md") ? pages(path, try lines(of: path)) : []
    }
    return readme + sources
  }

  private static func pages(_ path: String, section: String? = nil, _ lines: [Line]) -> [Page] {
    var parts: [[Block]] = []
    for block in BlockReader(path: path, lines: lines).blocks {
      if parts.isEmpty || block.firstImport != nil { parts.append([]) }
      parts[parts.count - 1].append(block)
    }
    return parts.map { Page(path: path, section: section, blocks: $0) }
  }

  // MARK: - Files

  static let root = Repository.root

  private static func files(in folder: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: root.appendingPathComponent(folder).path)
      .map { "\(folder)/\($0)" }.sorted()
  }

  /// All articles of the package.
  static func articles() throws -> [String] { try files(in: "Sources").filter { $0.hasSuffix(".md") } }

  /// What stands in a file.
  static func text(of path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  private static func lines(of path: String) throws -> [Line] {
    try text(of: path)
      .split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .map { Line(number: $0.offset + 1, indentation: 0, text: String($0.element)) }
  }

  // MARK: - Parts of files

  private static func sections(of path: String) throws -> [Page] {
    var pages: [Page] = []
    var (title, part, isInFence) = ("", [Line](), false)
    for line in try lines(of: path) {
      if line.text.hasPrefix("```") { isInFence.toggle() }
      if !isInFence, let heading = line.text.wholeMatch(of: /#+ (.+)/) {
        pages += Self.pages(path, section: title, part)
        (title, part) = (String(heading.1), [])
      }
      part.append(line)
    }
    return pages + Self.pages(path, section: title, part)
  }

  private static func comments(of path: String) throws -> [Page] {
    var (pages, part) = ([Page](), [Line]())
    for line in try lines(of: path) {
      let code = line.text.drop { $0 == " " }
      if code.hasPrefix("///") {
        let text = code.dropFirst(code.hasPrefix("/// ") ? 4 : 3)
        let indentation = line.text.count - text.count
        part.append(Line(number: line.number, indentation: indentation, text: String(text)))
      } else if !part.isEmpty {
        pages += Self.pages(path, part)
        part = []
      }
    }
    return pages
  }
}
