import Facet
import FacetTestSupport
import Testing

/// The identity of a cycle is there while a cycle runs.
@Suite(.timeLimit(.minutes(20))) struct GraphIdentifierTests {
  private let container = Container()

  @Test func `outside a cycle there is no identifier, and the failure handler is told`() {
    let failures = Recorder<ResolutionError.Code>()
    container.failureHandler = { failures.add($0.code) }
    #expect(container.resolve(GraphIdentifier.self) == nil)
    #expect(failures.all == [.notRegistered])
  }

  @Test func `outside a cycle an optional identifier is nil, and nobody is told`() throws {
    let failures = Recorder.failures(of: container)
    #expect(try container.require(GraphIdentifier?.self) == nil)
    #expect(failures.all.isEmpty)
  }

  @Test func `outside a cycle a required identifier is an error`() {
    let error = #expect(throws: ResolutionError.self) { try container.require(GraphIdentifier.self) }
    #expect(error?.code == .notRegistered)
  }

  @Test func `inside a cycle there is one identifier`() throws {
    container.register([GraphIdentifier?].self) { r in
      [r.resolve(GraphIdentifier.self), r.resolve(GraphIdentifier.self)]
    }
    let graphs = try container.require([GraphIdentifier?].self)
    #expect(graphs[0] != nil)
    #expect(graphs[0] == graphs[1])
    #expect(try container.require([GraphIdentifier?].self)[0] != graphs[0])
  }

  @Test func `within an object graph there is its identifier`() {
    let graph = GraphIdentifier()
    #expect(container.withObjectGraph(graph) { _ in container.resolve(GraphIdentifier.self) } == graph)
    let failures = Recorder.failures(of: container)
    #expect(container.resolve(GraphIdentifier.self) == nil)
    #expect(failures.all.count == 1)
  }
}
