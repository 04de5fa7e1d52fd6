import Facet
import FacetInspection
import Testing

/// Each broken graph, with its whole report.
@Suite(.timeLimit(.minutes(1))) struct BrokenGraphTests {
  @Test(arguments: BrokenGraph.all) func `the report names what is wrong, where, and how to fix it`(
    graph: BrokenGraph
  ) throws {
    let container = graph.make()
    container.failureHandler = { _ in }
    try Golden.expect(container.verify(graph.options).description, isAt: "\(graph.name).txt")
  }
}
