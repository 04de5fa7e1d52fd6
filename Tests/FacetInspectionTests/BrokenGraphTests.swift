import Facet
import FacetInspection
import Foundation
import Testing

/// Each broken graph, with its whole report.
@Suite(.timeLimit(.minutes(20))) struct BrokenGraphTests {
  @Test(arguments: BrokenGraph.all) func `the report names what is wrong, where, and how to fix it`(
    graph: BrokenGraph
  ) throws {
    let container = graph.make()
    container.failureHandler = { _ in }
    try Golden.expect(container.verify(graph.options).description, isAt: "\(graph.name).txt")
  }

  @Test func `the article shows a report as it is`() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let article = root.appendingPathComponent(
      "Sources/FacetInspection/FacetInspection.docc/CheckingAContainer.md")
    let text = try String(contentsOf: article, encoding: .utf8)
    let graph = try #require(BrokenGraph.all.first { $0.name == "missing-name" })
    #expect(text.contains("```\n\(graph.make().verify().description)\n```"))
  }
}
