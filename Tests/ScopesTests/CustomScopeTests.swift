import Facet
import FacetTestSupport
import Testing

private final class Store {}
private final class Pair {
  let first: Store
  let second: Store
  init(_ first: Store, _ second: Store) {
    self.first = first
    self.second = second
  }
  var isShared: Bool { first === second }
}

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

  @Test func `a scope over permanent storage shares one instance`() throws {
    register(in: ObjectScope(storageFactory: PermanentStorage.init))
    #expect(try container.require(Pair.self).isShared)
    #expect(try container.require(Store.self) === container.require(Store.self))
    #expect(built.value == 1)
  }

  @Test func `a scope over transient storage shares nothing`() throws {
    register(in: ObjectScope(storageFactory: TransientStorage.init))
    #expect(try !container.require(Pair.self).isShared)
  }

  @Test func `a scope over graph storage shares within a cycle`() throws {
    register(in: ObjectScope(storageFactory: GraphStorage.init))
    #expect(try container.require(Pair.self).isShared)
    #expect(try container.require(Store.self) !== container.require(Store.self))
  }

  @Test func `a scope over weak storage shares what somebody holds`() throws {
    register(in: ObjectScope(storageFactory: WeakStorage.init))
    var store: Store? = try container.require(Store.self)
    #expect(try container.require(Store.self) === store)
    #expect(built.value == 1)
    store = nil
    _ = try container.require(Store.self)
    #expect(built.value == 2)
  }

  @Test func `each record has one storage`() throws {
    let made = Counter()
    let scope = ObjectScope(storageFactory: {
      made.next()
      return PermanentStorage()
    })
    register(in: scope)
    container.register(Store.self, name: "other") { _ in Store() }.inObjectScope(scope)
    for _ in 1...3 {
      _ = try container.require(Store.self)
      _ = try container.require(Store.self, name: "other")
    }
    #expect(made.value == 2)
    #expect(try container.require(Store.self) !== container.require(Store.self, name: "other"))
  }

  @Test func `a scope with a parent finds what either keeps`() throws {
    let scope = ObjectScope(
      storageFactory: TransientStorage.init, description: "child", parent: ObjectScope.weak)
    register(in: scope)
    let store = try container.require(Store.self)
    #expect(try container.require(Store.self) === store)
    #expect(scope.makeStorage() is CompositeStorage)
  }

  @Test func `a scope with a parent is not reset with its parent`() throws {
    let parent = ObjectScope(storageFactory: PermanentStorage.init, description: "parent")
    register(in: ObjectScope(storageFactory: TransientStorage.init, description: "child", parent: parent))
    let store = try container.require(Store.self)
    container.resetObjectScope(parent)
    #expect(try container.require(Store.self) === store)
  }

  @Test func `a scope type of one's own`() throws {
    final class Own: ObjectScopeProtocol, CustomStringConvertible {
      let description = "own"
      func makeStorage() -> any InstanceStorage { PermanentStorage() }
    }
    register(in: Own())
    #expect(try container.require(Pair.self).isShared)
    #expect(
      container.description == """
        [
            { Service: Pair, Factory: Resolver -> Pair, ObjectScope: graph },
            { Service: Store, Factory: Resolver -> Store, ObjectScope: own }
        ]
        """)
  }

  @Test func `a storage is asked before the build, and told when the instance is complete, in every cycle`()
    throws
  {
    final class Noting: InstanceStorage {
      let notes: Recorder<String>
      var instance: Any?
      init(_ notes: Recorder<String>) { self.notes = notes }
      func instance(inGraph graph: GraphIdentifier) -> Any? {
        notes.add(instance == nil ? "asked in vain" : "asked")
        return instance
      }
      func setInstance(_ instance: Any?, inGraph graph: GraphIdentifier) {
        notes.add("set")
        self.instance = instance
      }
      func graphResolutionCompleted() { notes.add("completed") }
    }
    let notes = Recorder<String>()
    container.register(Store.self) { _ in
      notes.add("built")
      return Store()
    }
    .inObjectScope(ObjectScope(storageFactory: { Noting(notes) }))
    .initCompleted { _, _ in notes.add("initCompleted") }
    _ = try container.require(Store.self)
    let first = notes.all
    #expect(first.first == "asked in vain")
    #expect(
      first.filter { ["built", "set", "initCompleted", "completed"].contains($0) } == [
        "built", "initCompleted", "set", "completed",
      ])
    _ = try container.require(Store.self)
    #expect(!notes.all.dropFirst(first.count).contains("built"))
    #expect(notes.all.dropFirst(first.count).contains("asked"))
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

  @Test func `values and nil are kept by a custom scope`() throws {
    let numbers = Counter()
    let scope = ObjectScope(storageFactory: PermanentStorage.init)
    container.register(Int.self) { _ in numbers.next() }.inObjectScope(scope)
    #expect([try container.require(Int.self), try container.require(Int.self)] == [1, 1])
  }

  @Test func `initCompleted runs once for an instance of a custom scope`() throws {
    let completed = Counter()
    container.register { Store() }.initCompleted { _, _ in completed.next() }
      .inObjectScope(ObjectScope(storageFactory: PermanentStorage.init))
    _ = try container.require(Store.self)
    _ = try container.require(Store.self)
    #expect(completed.value == 1)
  }

  @Test func `a custom scope has a description, empty by default`() {
    #expect(ObjectScope(storageFactory: PermanentStorage.init).description == "")
    #expect(
      ObjectScope(storageFactory: PermanentStorage.init, description: "session").description == "session")
  }

  @Test func `a storage may use the container`() throws {
    final class Using: InstanceStorage {
      unowned let container: Container
      var instance: Any? { didSet { _ = container.resolve(Int.self) } }
      init(_ container: Container) { self.container = container }
    }
    let container = container
    container.register { 1 }
    register(in: ObjectScope(storageFactory: { [unowned container] in Using(container) }))
    #expect(try container.require(Pair.self).isShared)
  }
}
