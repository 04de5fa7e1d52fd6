import Facet
import FacetInspection
import Foundation
import Testing
import FacetTestSupport

/// Each broken graph, with its whole report.
@Suite(.timeLimit(.minutes(20))) struct BrokenGraphTests {
  @Test(arguments: BrokenGraph.all) func `the report names what is wrong, where, and how to fix it`(
    graph: BrokenGraph
  ) throws {
    let container = graph.make()
    container.failureHandler = { _ in }
    try TextGolden.expect(container.verify(graph.options).description, isAt: "\(graph.name).txt")
  }

  @Test func `the article shows a report as it is`() throws {
    let text = try Repository.text("Sources/FacetInspection/FacetInspection.docc/CheckingAContainer.md")
    let graph = try #require(BrokenGraph.all.first { $0.name == "missing-name" })
    #expect(text.contains("```\n\(graph.make().verify().description)\n```"))
  }
}
