import Facet
@testable import FacetInspection
import FacetTestSupport
import Foundation
import Testing

private struct DrinkAssembly: Assembly {
  func assemble(container: Container) {
    container.add(Tea.self, line: 1) { (_: any Resolver, _: Int) in GreenTea() }
      .also((any Drink).self, name: "the \"best\" <one> \\ #1", line: 2)
    container.add(Water.self, line: 3) { _ in Water() }.inObjectScope(.weak)
  }
}

private struct TableAssembly: Assembly {
  func assemble(container: Container) {
    let own = ObjectScope(storageFactory: PermanentStorage.init, description: "own")
    container.add(Saucer.self, line: 4) { r in Saucer(try r.require(Lazy<Water>.self)) }.inObjectScope(own)
      .initCompleted { r, saucer in saucer.cup = r.resolve(Cup.self) }
    container.add(Cup.self, line: 5) { r in Cup(try r.require(Water.self)) }.inObjectScope(.container)
    container.add(Shop.self, line: 6) { r in
      Shop(
        try r.require(Cup.self),
        try r.require((any Drink).self, name: "the \"best\" <one> \\ #1", argument: 3))
    }.inObjectScope(.transient)
  }
}

@Suite(.timeLimit(.minutes(20))) struct DrawnGraphTests {
  private func sample() -> Container {
    let parent = Container()
    _ = Assembler([DrinkAssembly()], container: parent)
    let child = Container(parent: parent)
    _ = Assembler([TableAssembly()], container: child)
    return child
  }

  @Test func `declarations are drawn without running a factory`() {
    let container = Container()
    container.add(Tea.self, line: 1) { _ in fatalError("The factory runs") }.also((any Drink).self, line: 2)
    #expect(
      container.graph().description == """
        Drink  (Shop/Wiring.swift:2)
        └─ is: Tea: graph  (Shop/Wiring.swift:1)

        """)
  }

  @Test func `a verification's graph is drawn in every form`() throws {
    let graph = sample().verify().graph
    try TextGolden.expect(graph.description, isAt: "graph.tree.txt")
    try TextGolden.expect(graph.mermaid, isAt: "graph.mermaid.txt")
    try TextGolden.expect(graph.dot, isAt: "graph.dot.txt")
    try TextGolden.expect(graph.json, isAt: "graph.json.txt")
  }

  @Test func `a page has what the verification found; of a graph without one it says that nobody looked`() {
    let container = Container()
    container.add(Cup.self, line: 1) { r in Cup(try r.require(Water.self)) }
    let report = container.verify()
    let page = report.graph.html(link: "editor://{path}")
    let data = page.split(separator: "\n").drop { !$0.hasPrefix("{ \"title\"") }.prefix { $0 != "</script>" }
    let text = report.problems[0].description.split(separator: "\n", omittingEmptySubsequences: false)
      .joined(separator: "\\n").split(separator: "\"").joined(separator: "\\\"")
    #expect(
      data.joined(separator: "\n") == #"""
        { "title": "Services",
        "link": "editor://{path}",
        "problems": [
        { "kind": "missing", "text": "\#(text)", "node": 0 }
        ],
        "graph": {
          "nodes": [
            { "name": "Cup", "detail": "graph", "scope": "graph", "location": "Shop/Wiring.swift:1", "needs": [] }
          ]
        }
         }
        """#)
    #expect(!container.graph().html().contains("\"problems\": ["))
  }

  // MARK: - Readers of others

  /// The program `dot`, where it is installed.
  static let dot = ["/usr/bin/dot", "/usr/local/bin/dot", "/opt/homebrew/bin/dot"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  @Test(.enabled(if: dot != nil, "Graphviz is not installed")) func `Graphviz reads what is written for it`()
    throws
  {
    let dot = try #require(DrawnGraphTests.dot)
    let graphs = [sample().verify().graph, large(100).graph(), odd().graph()]
    for graph in graphs {
      let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).dot")
      try Data(graph.dot.utf8).write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      let run = try Program(URL(fileURLWithPath: dot), ["-Tplain", file.path])
      #expect(run.errors == "")
      #expect(run.exitCode == 0)
      let lines = run.output.split(separator: "\n")
      let nodes = lines.count { $0.hasPrefix("node n") }
      #expect(nodes == graph.nodes.count)
      #expect(lines.count { $0.hasPrefix("edge ") } == graph.edges.count)
    }
  }

  @Test func `what is written in Mermaid follows its grammar`() throws {
    let graphs = [sample().verify().graph, large(100).graph(), odd().graph()]
    for graph in graphs {
      let chart = try MermaidChart(graph.mermaid)
      #expect(chart.nodes.count { !$0.hasSuffix("_legend") } == graph.nodes.count)
      #expect(chart.edgeCount == graph.edges.count)
    }
  }

  /// Names with signs that mean something to Graphviz, to Mermaid, or to nobody.
  private func odd() -> Container {
    let container = Container()
    for name in [
      "a \"b\"", "\\", "\\N", "two\nlines", "\r", "\t", "nothing: \0", "<b>", "{a|b}", "&amp;", "%%{init}%%",
      "`code`", "end", "#35;", "\u{7F}", "日本",
    ] {
      container.register(Tea.self, name: name) { _ in Tea() }
    }
    return container
  }

  /// A chain of services.
  private func large(_ count: Int) -> Container {
    let container = Container()
    for number in 0..<count {
      container.register(Cup.self, name: "\(number)") { r in
        Cup(number == 0 ? 0 : try r.require(Cup.self, name: "\(number - 1)"))
      }
    }
    return container
  }
}
