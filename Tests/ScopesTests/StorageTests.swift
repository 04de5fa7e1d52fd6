import Facet
import Testing

private final class Token {}

/// The five storages by themselves.
@Suite(.timeLimit(.minutes(20))) struct StorageTests {
  private let graph = GraphIdentifier()
  private let other = GraphIdentifier()

  @Test func `a transient storage keeps nothing`() {
    let storage = TransientStorage()
    storage.instance = Token()
    storage.setInstance(Token(), inGraph: graph)
    #expect(storage.instance == nil)
    #expect(storage.instance(inGraph: graph) == nil)
  }

  @Test func `a permanent storage keeps its instance whatever the graph`() {
    let storage = PermanentStorage()
    let token = Token()
    storage.setInstance(token, inGraph: graph)
    storage.graphResolutionCompleted()
    #expect(storage.instance as? Token === token)
    #expect(storage.instance(inGraph: other) as? Token === token)
    storage.instance = nil
    #expect(storage.instance(inGraph: graph) == nil)
  }

  @Test func `a permanent storage keeps values`() {
    let storage = PermanentStorage()
    storage.instance = 7
    #expect(storage.instance as? Int == 7)
  }

  @Test func `a weak storage keeps an object as long as somebody holds it`() {
    let storage = WeakStorage()
    var token: Token? = Token()
    storage.setInstance(token, inGraph: graph)
    #expect(storage.instance as? Token === token)
    #expect(storage.instance(inGraph: other) as? Token === token)
    token = nil
    #expect(storage.instance == nil)
    #expect(storage.instance(inGraph: graph) == nil)
  }

  @Test func `a weak storage keeps no values`() {
    let storage = WeakStorage()
    storage.instance = 7
    #expect(storage.instance == nil)
    storage.instance = "text"
    #expect(storage.instance == nil)
  }

  @Test func `a graph storage keeps an instance for each graph`() {
    let storage = GraphStorage()
    let (first, second) = (Token(), Token())
    storage.setInstance(first, inGraph: graph)
    storage.setInstance(second, inGraph: other)
    #expect(storage.instance(inGraph: graph) as? Token === first)
    #expect(storage.instance(inGraph: other) as? Token === second)
    #expect(storage.instance(inGraph: GraphIdentifier()) == nil)
  }

  @Test func `a graph storage holds its instance until the graph is completed, then weakly`() {
    let storage = GraphStorage()
    weak var seen: Token?
    do {
      let token = Token()
      seen = token
      storage.setInstance(token, inGraph: graph)
    }
    #expect(storage.instance is Token)
    #expect(seen != nil)
    storage.graphResolutionCompleted()
    #expect(seen == nil)
    #expect(storage.instance == nil)
    #expect(storage.instance(inGraph: graph) == nil)
  }

  @Test func `a graph storage finds an instance of a completed graph that somebody holds`() {
    let storage = GraphStorage()
    let token = Token()
    storage.setInstance(token, inGraph: graph)
    storage.graphResolutionCompleted()
    #expect(storage.instance(inGraph: graph) as? Token === token)
  }

  @Test func `a composite storage sets all, and gives the first that is there`() {
    let (transient, weak, permanent) = (TransientStorage(), WeakStorage(), PermanentStorage())
    let storage = CompositeStorage([transient, weak, permanent])
    #expect(storage.instance == nil)
    let token = Token()
    storage.setInstance(token, inGraph: graph)
    #expect(storage.instance(inGraph: graph) as? Token === token)
    #expect(weak.instance as? Token === token)
    #expect(permanent.instance as? Token === token)
    permanent.instance = 7
    #expect(storage.instance as? Token === token)
    weak.instance = nil
    #expect(storage.instance as? Int == 7)
    storage.instance = nil
    #expect(permanent.instance == nil)
  }

  @Test func `a composite storage asks each part once`() {
    final class Once: InstanceStorage {
      var asked = 0
      var instance: Any? {
        get {
          asked += 1
          return asked == 1 ? 7 : nil
        }
        set {}
      }
    }
    let parts = [Once(), Once()]
    let storage = CompositeStorage(parts)
    #expect(storage.instance as? Int == 7)
    #expect(parts.map(\.asked) == [1, 0])
    #expect(storage.instance(inGraph: graph) as? Int == 7)
    #expect(storage.instance == nil)
    #expect(parts.map(\.asked) == [3, 2])
  }

  @Test func `a composite storage tells all that a graph is completed`() {
    final class Counting: InstanceStorage {
      var instance: Any?
      var completed = 0
      func graphResolutionCompleted() { completed += 1 }
    }
    let parts = [Counting(), Counting()]
    CompositeStorage(parts).graphResolutionCompleted()
    #expect(parts.map(\.completed) == [1, 1])
  }

  @Test func `a storage of one's own needs an instance alone`() {
    final class Own: InstanceStorage { var instance: Any? }
    let storage = Own()
    storage.setInstance(1, inGraph: graph)
    storage.graphResolutionCompleted()
    #expect(storage.instance(inGraph: other) as? Int == 1)
  }

  @Test func `graph identifiers are equal to themselves alone`() {
    #expect(graph == graph)
    #expect(graph != other)
    #expect(Set([graph, other, graph]).count == 2)
  }
}
