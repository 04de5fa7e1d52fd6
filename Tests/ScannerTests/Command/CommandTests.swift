import FacetTestSupport
import Foundation
import Testing

/// Runs the tool from the command line.
@Suite(.timeLimit(.minutes(20))) struct CommandTests {
  private let folder = try! TemporaryFolder()

  private func run(_ arguments: [String]) throws -> Program {
    try Program(Program.built("facet"), arguments, in: folder.url)
  }

  private func writeShop(leaf: String = "func leaf() -> Key.Leaf { 1 }") throws {
    try folder.write(
      """
      import FacetStatic

      struct Shop: Resolver {
        enum Key {
          typealias Tea = String
          typealias Leaf = Int
        }
        typealias Output = Key.Tea
        func tea(leaf: Key.Leaf) -> Key.Tea { "" }
      }
      """, to: "Sources/Shop.swift")
    try folder.write("extension Shop { \(leaf) }\n", to: "Sources/Deep/Leaf.swift")
    try folder.write("extension Shop { func hidden() {} }\n", to: "Sources/Deep/.hidden/Hidden.swift")
  }

  @Test func `A folder is searched, and the file is written once`() throws {
    try writeShop()
    let result = try run(["resolve", "--sources", "Sources", "--output", "Out.swift"])
    #expect((result.output, result.errors, result.exitCode) == ("", "", 0))
    let file = folder.file("Out.swift")
    #expect(
      try String(contentsOf: file, encoding: .utf8) == """
        // Written by facet from the resolvers of this target; changes here are lost.

        // MARK: - Shop

        extension Shop {
          /// Builds `Key.Tea` and everything that it needs, each key once.
          ///
          /// - Returns: What `Output` stands for.
          func resolve() -> Output {
            let leaf: Key.Leaf = self.leaf()
            let tea: Key.Tea = self.tea(leaf: leaf)
            return tea
          }
        }

        """)
    let old = Date(timeIntervalSince1970: 1_000_000)
    try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: file.path)
    #expect(try run(["resolve", "--sources", "Sources", "--output", "Out.swift"]).exitCode == 0)
    #expect(try FileManager.default.attributesOfItem(atPath: file.path)[.modificationDate] as? Date == old)
  }

  @Test func `What is wrong is printed with its place, and nothing is written`() throws {
    try writeShop(leaf: "")
    let message =
      "Sources/Shop.swift:6:15: error: no function of 'Shop' returns 'Key.Leaf'; add one, such as "
      + "'func leaf() -> Key.Leaf'\n"
    let check = try run(["check", "Sources"])
    #expect((check.output, check.errors, check.exitCode) == ("1 resolver, 1 problem\n", message, 1))
    let result = try run(["resolve", "--sources", "Sources", "--output", "Out.swift"])
    #expect((result.output, result.errors, result.exitCode) == ("", message, 1))
    #expect(!FileManager.default.fileExists(atPath: folder.file("Out.swift").path))
  }

  @Test func `The graph is printed in each format`() throws {
    try writeShop()
    let text =
      "Shop\n  Tea: String  (Sources/Shop.swift:9)\n    → Leaf\n  Leaf: Int  (Sources/Deep/Leaf.swift:1)\n"
    #expect(try run(["graph", "--sources", "Sources"]).output == text)
    #expect(
      try run(["graph", "--sources", "Sources", "--format", "mermaid"]).output.hasPrefix("flowchart LR\n"))
    #expect(try run(["graph", "--sources", "Sources", "--format", "dot"]).output.hasPrefix("digraph "))
    let json = try run(["graph", "--sources", "Sources", "--format", "json"]).output
    let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: [[String: Any]]]
    #expect(object?["nodes"]?.map { $0["name"] as? String } == ["Tea", "Leaf"])
  }

  @Test(arguments: [
    ([], "no command was given"),
    (["serve"], "there is no command 'serve'"),
    (["check"], "'facet check' needs '--sources'"),
    (["resolve", "--sources", "."], "'facet resolve' needs '--output'"),
    (["check", "--sources"], "the value of '--sources' is missing"),
    (["check", ".", "--output", "A"], "'facet check' has no option '--output'"),
    (["resolve", ".", "--output", "A", "--output", "B"], "'--output' is given twice"),
    (["check", ".", "--module", "A", "--module=A"], "'--module' is given twice"),
    (["graph", ".", "--format=text", "--format", "dot"], "'--format' is given twice"),
    (["check", "--sources="], "the value of '--sources' is missing"),
    (["check", ".", "--strict=true"], "'--strict' has no value"),
    (["graph", ".", "--containers"], "'facet graph' has no option '--containers'"),
    (["check", ".", "--record"], "the value of '--record' is missing"),
    (["check", ".", "--allow-empty=yes"], "'--allow-empty' has no value"),
    (["check", ".", "--allow-empty", "--allow-empty"], "'--allow-empty' is given twice"),
    (
      ["graph", ".", "--format", "svg"],
      "there is no format 'svg'; the formats are mermaid, dot, json, text, tree, html"
    ),
  ])
  func `A command line that is not understood is explained`(_ arguments: [String], _ message: String) throws {
    let result = try run(arguments)
    #expect(result.errors == "error: \(message)\nRun 'facet --help' for the commands and their options.\n")
    #expect((result.output, result.exitCode) == ("", 64))
  }

  @Test func `A text of equal length replaces the one before`() throws {
    try writeShop()
    let output = folder.file("Out.swift")
    #expect(try run(["resolve", "Sources", "--output", "Out.swift"]).exitCode == 0)
    let first = try String(contentsOf: output, encoding: .utf8)
    try folder.write("extension Shop { func fold() -> Key.Leaf { 1 } }\n", to: "Sources/Deep/Leaf.swift")
    #expect(try run(["resolve", "Sources", "--output", "Out.swift"]).exitCode == 0)
    let second = try String(contentsOf: output, encoding: .utf8)
    #expect(first.utf8.count == second.utf8.count)
    #expect(second == first.replacingOccurrences(of: "self.leaf()", with: "self.fold()"))
  }

  @Test func `The output may lie among the sources`() throws {
    try writeShop()
    let arguments = ["resolve", "--sources=Sources", "--output=Sources/Deep/Out.swift"]
    for _ in 0..<2 {
      let result = try run(arguments)
      #expect((result.output, result.errors, result.exitCode) == ("", "", 0))
    }
    #expect(try run(["check", "Sources"]).output == "1 resolver, no problem\n")
  }

  @Test func `A source is never overwritten`() throws {
    try writeShop()
    for path in ["Sources/Shop.swift", "Sources/Deep/../Shop.swift", "Sources/Deep/.hidden/Hidden.swift"] {
      let before = try folder.text(of: path)
      let result = try run(["resolve", "Sources", "--output", path])
      #expect(
        (result.errors, result.exitCode) == (
          "error: '\(path)' was not written by facet, so it is not overwritten; name another file to write\n",
          1
        ))
      #expect(try folder.text(of: path) == before)
    }
  }

  @Test func `A file that is too large to be read is not overwritten`() throws {
    try writeShop()
    try folder.write("", to: "Out.swift")
    let file = try FileHandle(forWritingTo: folder.file("Out.swift"))
    try file.truncate(atOffset: 70 << 20)
    try file.close()
    let result = try run(["resolve", "Sources", "--output", "Out.swift"])
    #expect(
      (result.errors, result.exitCode) == (
        "error: 'Out.swift' is too large to be Swift source: 73400320 bytes of at most 67108864\n", 1
      ))
  }

  @Test func `A file that was cut off while it was written is written again`() throws {
    try writeShop()
    for text in ["", "// Written by fa"] {
      try folder.write(text, to: "Out.swift")
      #expect(try run(["resolve", "Sources", "--output", "Out.swift"]).exitCode == 0)
    }
  }

  @Test func `A file that is named twice is read once`() throws {
    try writeShop()
    try FileManager.default.createSymbolicLink(
      at: folder.file("Link.swift"),
      withDestinationURL: folder.file("Sources/Shop.swift"))
    let absolute = folder.file("Sources/Shop.swift").path
    let result = try run([
      "check", "Sources", "./Sources", "Sources/Deep/../Shop.swift", absolute, "Link.swift",
    ])
    #expect((result.output, result.errors, result.exitCode) == ("1 resolver, no problem\n", "", 0))
  }

  @Test func `Where there is nothing to check or draw, that is said`() throws {
    try folder.write("let tea = 1\n", to: "Sources/Tea.swift")
    let message =
      "error: no compile-checked resolver and no container was found in 'Sources'; name the sources of a target that has some, or give "
      + "'--allow-empty'\n"
    for command in ["check", "graph"] {
      let result = try run([command, "Sources"])
      #expect((result.output, result.errors, result.exitCode) == ("", message, 1))
    }
    #expect(try run(["check", "Sources", "--allow-empty"]).output == "nothing to check\n")
    #expect(try run(["graph", "Sources", "--allow-empty"]).exitCode == 0)
    #expect(try run(["resolve", "Sources", "--output", "Out.swift"]).exitCode == 0)
  }

  @Test func `Help and version are printed`() throws {
    let help = try run(["--help"])
    #expect(
      help.output.hasPrefix(
        "Checks compile-checked resolvers and containers, writes the resolvers' resolve() functions, and draws graphs.\n\nUSAGE: "
      ))
    #expect(help.exitCode == 0)
    #expect(help.output.contains("facet graph --sources PATH [--format html|mermaid|dot|json|text|tree]"))
    #expect(try run(["--version"]).output == "\(newestVersion())\n")
  }

  /// The version that the changelog begins with, below what is not released.
  private func newestVersion() throws -> String {
    let log = try Repository.text("CHANGELOG.md")
    let headings = log.split(separator: "\n").filter { $0.hasPrefix("## ") }.map { String($0.dropFirst(3)) }
    return headings.first { $0 != "Unreleased" } ?? "unreleased"
  }

  @Test func `Files that cannot be read or written are named`() throws {
    try writeShop()
    let missing = try run(["check", "Nowhere.swift"])
    #expect(
      (missing.errors, missing.exitCode) == (
        "error: cannot open 'Nowhere.swift': No such file or directory\n", 1
      ))
    let target = try run(["resolve", "Sources", "--output", "Nowhere/Out.swift"])
    #expect(
      (target.errors, target.exitCode) == (
        "error: cannot write 'Nowhere/Out.swift': No such file or directory\n", 1
      ))
  }

  @Test func `A pipe is refused`() throws {
    let path = folder.file("Pipe.swift").path
    #expect(mkfifo(path, 0o600) == 0)
    for command in ["check", "graph"] {
      let result = try Program(Program.built("facet"), [command, "Pipe.swift"], in: folder.url, limit: 20)
      #expect(result.errors == "error: 'Pipe.swift' is neither a file nor a folder\n")
      #expect((result.output, result.exitCode) == ("", 1))
    }
  }

  @Test func `A link that leads round in a circle is not followed`() throws {
    try writeShop()
    try FileManager.default.createSymbolicLink(
      at: folder.file("Sources/Loop"),
      withDestinationURL: folder.file("Sources"))
    #expect(try run(["check", "Sources"]).exitCode == 0)
  }
}
