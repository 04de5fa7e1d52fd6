import Facet
import Synchronization
import Testing

/// A storage that changes the scope of its own service while it is asked.
@Suite(.timeLimit(.minutes(5))) struct ScopeChangeByStorageTests {
  private final class Part: Sendable {}

  private final class TurningStorage: InstanceStorage, Sendable {
    private let kept = Mutex<Part?>(nil)
    private let isFirst = Mutex(true)
    private let turn: @Sendable () -> Void

    init(_ turn: @escaping @Sendable () -> Void) { self.turn = turn }

    var instance: Any? {
      get { kept.withLock { $0 } }
      set { kept.withLock { $0 = newValue as? Part } }
    }

    func instance(inGraph graph: GraphIdentifier) -> Any? {
      if isFirst.withLock({ exchange(&$0, with: false) }) { turn() }
      return instance
    }
  }

  @Test func `the resolve goes on in the new scope`() throws {
    let container = Container()
    let entry = container.register(Part.self) { _ in Part() }
    entry.inObjectScope(
      ObjectScope(storageFactory: {
        TurningStorage { [unowned container] in
          entry.inObjectScope(.container)
          _ = container.resolve(Part.self)
        }
      }))
    let part = try container.require(Part.self)
    #expect(try container.require(Part.self) === part)
  }
}
