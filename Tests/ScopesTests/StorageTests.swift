import Facet
import Testing

private final class Token {}

/// The storages by themselves.
@Suite(.timeLimit(.minutes(20))) struct StorageTests {
  private let graph = GraphIdentifier()
  private let other = GraphIdentifier()

  /// What a storage has, and has in a graph, as it comes.
  private func found(_ storage: any InstanceStorage, in graph: GraphIdentifier? = nil) -> [Token?] {
    [storage.instance as? Token, storage.instance(inGraph: graph ?? self.graph) as? Token]
  }

  @Test func `a transient storage keeps nothing`() {
    let storage = TransientStorage()
    storage.instance = Token()
    storage.setInstance(Token(), inGraph: graph)
    #expect(found(storage).allSatisfy { $0 == nil })
  }

  @Test func `a permanent storage keeps its instance, also a value, whatever the graph`() {
    let storage = PermanentStorage()
    storage.setInstance(7, inGraph: graph)
    storage.graphResolutionCompleted()
    #expect(storage.instance as? Int == 7)
    #expect(storage.instance(inGraph: other) as? Int == 7)
    storage.instance = nil
    #expect(storage.instance(inGraph: graph) == nil)
  }

  @Test func `a weak storage keeps an object as long as somebody holds it, and no value`() {
    let storage = WeakStorage()
    var token: Token? = Token()
    storage.setInstance(token, inGraph: graph)
    #expect(found(storage, in: other).allSatisfy { $0 === token })
    token = nil
    #expect(found(storage).allSatisfy { $0 == nil })
    for value in [7, "text"] as [Any] {
      storage.instance = value
      #expect(storage.instance == nil)
    }
  }

  @Test func `a graph storage keeps the last instance of each graph`() {
    let storage = GraphStorage()
    let (first, second, third) = (Token(), Token(), Token())
    storage.setInstance(first, inGraph: graph)
    storage.setInstance(second, inGraph: graph)
    storage.setInstance(third, inGraph: other)
    let kept = [graph, other, GraphIdentifier()].map { storage.instance(inGraph: $0) as? Token }
    #expect(kept[0] === second && kept[1] === third && kept[2] == nil)
    storage.instance = first
    #expect(storage.instance as? Token === first)
  }

  @Test func `a graph storage holds its instances until the graph is completed, then weakly`() {
    let storage = GraphStorage()
    weak var seen: Token?
    let held = Token()
    storage.setInstance(held, inGraph: other)
    do {
      let token = Token()
      seen = token
      storage.setInstance(token, inGraph: graph)
    }
    #expect(storage.instance is Token && seen != nil)
    storage.graphResolutionCompleted()
    #expect(seen == nil && found(storage).allSatisfy { $0 == nil })
    #expect(storage.instance(inGraph: other) as? Token === held)
  }

  @Test func `a composite storage sets all, and gives the first that is there`() {
    let (transient, weak, permanent) = (TransientStorage(), WeakStorage(), PermanentStorage())
    let storage = CompositeStorage([transient, weak, permanent])
    #expect(storage.instance == nil)
    let token = Token()
    storage.setInstance(token, inGraph: graph)
    #expect((found(storage) + found(weak) + found(permanent)).allSatisfy { $0 === token })
    permanent.instance = 7
    #expect(storage.instance as? Token === token)
    weak.instance = nil
    #expect(storage.instance as? Int == 7)
    storage.instance = nil
    #expect(permanent.instance == nil)
  }

  @Test func `a composite storage asks each part once, and tells all that a graph is completed`() {
    final class Counting: InstanceStorage {
      var (asked, completed) = (0, 0)
      var instance: Any? {
        get {
          asked += 1
          return asked == 1 ? 7 : nil
        }
        set {}
      }
      func graphResolutionCompleted() { completed += 1 }
    }
    let parts = [Counting(), Counting()]
    let storage = CompositeStorage(parts)
    #expect(storage.instance as? Int == 7)
    #expect(parts.map(\.asked) == [1, 0])
    #expect(storage.instance(inGraph: graph) as? Int == 7)
    #expect(storage.instance == nil)
    #expect(parts.map(\.asked) == [3, 2])
    storage.graphResolutionCompleted()
    #expect(parts.map(\.completed) == [1, 1])
  }

  @Test func `a storage of one's own needs an instance alone`() {
    final class Own: InstanceStorage { var instance: Any? }
    let storage = Own()
    storage.setInstance(1, inGraph: graph)
    storage.graphResolutionCompleted()
    #expect(storage.instance(inGraph: other) as? Int == 1)
  }
}
