import Facet
import Testing

/// A storage of a cycle keeps what was put in last.
@Suite(.timeLimit(.minutes(20))) struct GraphStorageTests {
  private final class Note: Sendable {}

  @Test func `the second instance takes the place of the first`() {
    let storage = GraphStorage()
    let (first, second) = (Note(), Note())
    storage.instance = first
    storage.instance = second
    #expect(storage.instance as? Note === second)
    let graph = GraphIdentifier()
    storage.setInstance(first, inGraph: graph)
    storage.setInstance(second, inGraph: graph)
    #expect(storage.instance(inGraph: graph) as? Note === second)
  }
}
