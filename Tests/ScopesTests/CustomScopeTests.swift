import Facet
import FacetTestSupport
import Testing

/// Scopes of one's own over `InstanceStorage`.
@Suite(.timeLimit(.minutes(20))) struct CustomScopeTests {
  private let container = Container()
  private let built = Counter()

  private func register(in scope: any ObjectScopeProtocol) {
    container.register(Store.self) { [built] _ in
      built.next()
      return Store()
    }.inObjectScope(scope)
    container.register(Pair.self) { r in Pair(r.resolve(), r.resolve()) }
  }

  @Test func `each record has one storage`() throws {
    let made = Counter()
    let scope = ObjectScope(storageFactory: {
      made.next()
      return PermanentStorage()
    })
    register(in: scope)
    container.register(Store.self, name: "other") { _ in Store() }.inObjectScope(scope)
    let stores = try (1...3).flatMap { _ in
      [try container.require(Store.self), try container.require(Store.self, name: "other")]
    }
    #expect(made.value == 2)
    #expect(stores[0] !== stores[1] && stores[4] === stores[0] && stores[5] === stores[1])
  }

  @Test func `a scope with a parent finds what either keeps, and is not reset with its parent`() throws {
    let scope = ObjectScope(
      storageFactory: TransientStorage.init, description: "child", parent: ObjectScope.storing)
    register(in: scope)
    #expect(scope.makeStorage() is CompositeStorage)
    let stores = try [container.require(Store.self), container.require(Store.self)]
    container.resetObjectScope(.storing)
    #expect(try stores.allSatisfy { try container.require(Store.self) === $0 })
  }

  @Test func `a scope type of one's own`() throws {
    final class Own: ObjectScopeProtocol, CustomStringConvertible {
      let description = "own"
      func makeStorage() -> any InstanceStorage { PermanentStorage() }
    }
    register(in: Own())
    #expect(try container.require(Pair.self).isShared)
    #expect(
      container.description.contains("{ Service: Store, Factory: Resolver -> Store, ObjectScope: own }"))
  }

  @Test func `a graph given to a storage is the running one`() throws {
    final class Noting: InstanceStorage {
      let graphs: Recorder<GraphIdentifier>
      var instance: Any?
      init(_ graphs: Recorder<GraphIdentifier>) { self.graphs = graphs }
      func instance(inGraph graph: GraphIdentifier) -> Any? {
        graphs.add(graph)
        return nil
      }
    }
    let graphs = Recorder<GraphIdentifier>()
    register(in: ObjectScope(storageFactory: { Noting(graphs) }))
    _ = try container.require(Pair.self)
    let first = Set(graphs.all)
    _ = try container.require(Pair.self)
    #expect(first.count == 1)
    #expect(Set(graphs.all).count == 2)
  }

  @Test func `what a storage gives that is of another type is built instead`() throws {
    final class Wrong: InstanceStorage {
      var instance: Any? {
        get { "no store" }
        set {}
      }
    }
    register(in: ObjectScope(storageFactory: Wrong.init))
    _ = try container.require(Store.self)
    #expect(built.value == 1)
  }

  @Test func `a storage that resolves more and more services each time that it is asked`() throws {
    let (asked, resolved) = (Counter(), Counter())
    container.register([Int].self) { (_, number: Int) in [number] }
    register(
      in: ObjectScope(storageFactory: { [unowned container] in
        ReadingStorage {
          for _ in 0..<(16 << (2 * asked.next())) {
            _ = container.resolve([Int].self, argument: resolved.next())
          }
        }
      }))
    #expect(try container.require(Pair.self).isShared)
    #expect(built.value == 1)
  }

  @Test func `a storage that resets the service that it stores is emptied when its call is over`() throws {
    let entry = container.register(Store.self) { _ in Store() }
    entry.inObjectScope(
      ObjectScope(storageFactory: { [container] in
        TellingStorage { container.resetObjectScope(entry.objectScope, serviceType: Store.self) }
      }))
    let store = try container.require(Store.self)
    #expect(try container.require(Store.self) !== store)
  }

  @Test func `storages that use one another at the end of a cycle are told once each`() throws {
    let told = Recorder<String>()
    for (name, other) in [("a", "b"), ("b", "a")] {
      container.register(Store.self, name: name) { _ in Store() }.inObjectScope(
        ObjectScope(storageFactory: { [unowned container] in
          TellingStorage {
            told.add(name)
            _ = container.resolve(Store.self, name: other)
          }
        }))
    }
    _ = try container.require(Store.self, name: "a")
    #expect(told.all == ["a", "b"])
  }

  @Test func `an instance ends, whose scope was changed while its storage was made`() throws {
    let (ended, entry) = (Counter(), Locked<ServiceEntry<Store>?>(nil))
    let scope = ObjectScope(storageFactory: {
      entry.exchange(nil)?.inObjectScope(.storing)
      return PermanentStorage()
    })
    _ = entry.exchange(
      container.register(Store.self) { [built] _ in
        built.next()
        return Store()
      }.inObjectScope(scope).onClose { _ in ended.next() })
    _ = (try container.require(Store.self), try container.require(Store.self))
    try container.close()
    #expect(ended.value == built.value)
  }
}
