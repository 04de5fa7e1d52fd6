import FacetTestSupport
import Foundation
import Testing

/// Runs the tool from the command line.
@Suite(.timeLimit(.minutes(2))) final class FacetToolTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("facet-tool-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("Sources/Deep/.hidden"), withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  private func run(_ arguments: [String]) throws -> Program {
    try Program(Program.built("facet"), arguments, in: folder)
  }

  private func write(_ text: String, _ name: String) throws {
    try Data(text.utf8).write(to: folder.appendingPathComponent(name))
  }

  private func writeShop(leaf: String = "func leaf() -> Key.Leaf { 1 }") throws {
    try write(
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
      """, "Sources/Shop.swift")
    try write("extension Shop { \(leaf) }\n", "Sources/Deep/Leaf.swift")
    try write("extension Shop { func hidden() {} }\n", "Sources/Deep/.hidden/Hidden.swift")
  }

  @Test func `A folder is searched, and the file is written once`() throws {
    try writeShop()
    let result = try run(["resolve", "--sources", "Sources", "--output", "Out.swift"])
    #expect((result.output, result.errors, result.exitCode) == ("", "", 0))
    let file = folder.appendingPathComponent("Out.swift")
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
    for command in [["check", "Sources"], ["resolve", "--sources", "Sources", "--output", "Out.swift"]] {
      let result = try run(command)
      #expect((result.output, result.errors, result.exitCode) == ("", message, 1))
    }
    #expect(!FileManager.default.fileExists(atPath: folder.appendingPathComponent("Out.swift").path))
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
    (
      ["graph", ".", "--format", "svg"], "there is no format 'svg'; the formats are mermaid, dot, json, text"
    ),
  ])
  func `A command line that is not understood is explained`(_ arguments: [String], _ message: String) throws {
    let result = try run(arguments)
    #expect(result.errors == "error: \(message)\nRun 'facet --help' for the commands and their options.\n")
    #expect((result.output, result.exitCode) == ("", 64))
  }

  @Test func `Help and version are printed`() throws {
    let help = try run(["--help"])
    #expect(
      help.output.hasPrefix(
        "Checks compile-checked resolvers and writes their resolve() functions.\n\nUSAGE: "))
    #expect(help.exitCode == 0)
    #expect(try run(["--version"]).output == "1.0.0\n")
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

  @Test func `A link that leads round in a circle is not followed`() throws {
    try writeShop()
    try FileManager.default.createSymbolicLink(
      at: folder.appendingPathComponent("Sources/Loop"),
      withDestinationURL: folder.appendingPathComponent("Sources"))
    #expect(try run(["check", "Sources"]).exitCode == 0)
  }
}
