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

@Suite(.timeLimit(.minutes(5))) struct GraphTests {
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
    try Golden.expect(graph.description, isAt: "graph.tree.txt")
    try Golden.expect(graph.mermaid, isAt: "graph.mermaid.txt")
    try Golden.expect(graph.dot, isAt: "graph.dot.txt")
    try Golden.expect(graph.json, isAt: "graph.json.txt")
    try Golden.expect(graph.overview.mermaid, isAt: "graph.overview.txt")
  }

  @Test func `a recording has what was asked for while it ran`() throws {
    let container = sample()
    let recording = container.recordGraph()
    #expect(recording.graph.edges.map(\.kind) == [.forward])
    _ = try container.require(Shop.self)
    recording.stop()
    _ = try container.require(Saucer.self)
    #expect(
      recording.graph.description == """
        Saucer: own  (Shop/Wiring.swift:4)
        Shop: transient  (Shop/Wiring.swift:6)
        ├─ Cup: container  (Shop/Wiring.swift:5)
        │  └─ Water: weak  (Shop/Wiring.swift:3)
        └─ Drink "the \\"best\\" <one> \\\\ #1" (Int)  (Shop/Wiring.swift:2)
           └─ is: Tea (Int): graph  (Shop/Wiring.swift:1)

        """)
  }

  @Test func `a recording of a million resolves keeps each need once`() throws {
    let container = Container()
    container.register(Tea.self) { _ in Tea() }
    container.register(Cup.self) { r in Cup(try r.require(Tea.self)) }
    let recording = container.recordGraph()
    for _ in 0..<10_000 { _ = try container.require(Cup.self) }
    #expect(recording.graph.edges.count == 1)
  }

  @Test func `a recording forgets what children asked for that are gone`() throws {
    let container = Container()
    container.register(Tea.self) { _ in Tea() }
    container.register(Cup.self) { r in Cup(try r.require(Tea.self)) }
    let observer = NeedsObserver { [container] in Set(container.entries.map(\.order)) }
    container.registry.add(observer)
    defer { container.registry.remove(observer) }
    for _ in 0..<1_000 {
      let child = Container(parent: container)
      child.register(Saucer.self) { r in Saucer(try r.require(Cup.self)) }
      _ = try child.require(Saucer.self)
      _ = container.resolve(Water?.self)
    }
    #expect(observer.needs.count < 500)
    #expect(observer.needs.contains { $0.key.serviceType == Tea.self })
  }

  @Test func `the same registrations give the same text`() {
    #expect(sample().verify().graph.dot == sample().verify().graph.dot)
    #expect(sample().verify().graph.json == sample().verify().graph.json)
  }

  @Test func `JSON has every node with what it needs`() throws {
    let json = sample().verify().graph.json
    let graph = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    let nodes = try #require(graph["nodes"] as? [[String: Any]])
    #expect(nodes.count == 6)
    #expect(nodes.map { ($0["needs"] as? [Any])?.count ?? 0 } == [0, 1, 0, 2, 1, 2])
  }

  // MARK: - Readers of others

  /// The program `dot`, where it is installed.
  static let dot = ["/usr/bin/dot", "/usr/local/bin/dot", "/opt/homebrew/bin/dot"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  @Test(.enabled(if: dot != nil, "Graphviz is not installed")) func `Graphviz reads what is written for it`()
    throws
  {
    let dot = try #require(GraphTests.dot)
    let graphs = [
      sample().verify().graph, sample().verify().graph.overview, large(100).graph(), odd().graph(),
    ]
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
    let graphs = [
      sample().verify().graph, sample().verify().graph.overview, large(100).graph(), odd().graph(),
    ]
    for graph in graphs {
      let chart = try MermaidChart(graph.mermaid)
      #expect(chart.nodes.count { !$0.hasSuffix("_legend") } == graph.nodes.count)
      #expect(chart.edgeCount == graph.edges.count)
    }
  }

  @Test func `a thousand nodes are read by cluster`() throws {
    let graph = large(1_000).verify().graph
    #expect(graph.nodes.count == 1_000)
    #expect(graph.overview.nodes.map(\.name) == ["others: 1000"])
    _ = try MermaidChart(graph.mermaid)
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
