import Facet
import FacetTestSupport
import Foundation
import Testing

/// A service of a custom scope waits for nothing that it does not need.
@Suite(.timeLimit(.minutes(20))) struct StorageWaitingTests {
  struct Shop: Sendable { let store: Store }

  private let container = Container()

  @Test func `tasks that ask a storage while another one fills it get the same instance`() async throws {
    for _ in 0..<1_000 {
      let (container, made) = (Container(), Counter())
      container.register(Store.self) { _ async in
        _ = made.next()
        return Store()
      }.inObjectScope(.session)
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<4 { group.addTask { _ = (try? await container.requireAsync(Store.self)) } }
      }
      try #require(made.value == 1)
    }
  }

  @Test(arguments: [false, true])
  func `a factory may wait for a thread that resets or changes its scope`(isChanged: Bool) {
    let (container, isOver, builds) = (self.container, Gate(), Counter())
    let entries = Recorder<ServiceEntry<Store>>()
    let entry = container.register(Store.self) { [unowned container] _ in
      guard builds.next() == 1 else { return Store() }
      Thread.detachNewThread {
        if isChanged { entries.all[0].inObjectScope(.weak) } else { container.resetObjectScope(.session) }
        isOver.open()
      }
      #expect(isOver.pass())
      return Store()
    }.inObjectScope(.session)
    entries.add(entry)
    #expect(container.resolve(Store.self) != nil)
  }

  /// A storage that keeps its instance, whatever it is told, and that lets the container be closed while it is asked.
  private final class StubbornStorage: InstanceStorage, @unchecked Sendable {
    // Unchecked: the container asks it one thread at a time.
    private var first: Any?
    var isAsked: (() -> Void)?

    var instance: Any? {
      get { first }
      set { first = first ?? newValue }
    }
    func instance(inGraph graph: GraphIdentifier) -> Any? {
      isAsked?()
      return first
    }
  }

  @Test func `who asks a storage when the container is closed gets nothing, though the storage keeps it`() {
    let (container, storage) = (self.container, StubbornStorage())
    container.register(Store.self) { _ in Store() }
      .inObjectScope(ObjectScope(storageFactory: { storage }))
    #expect(container.resolve(Store.self) != nil)
    storage.isAsked = {
      let close = ThreadRun { try? container.close() }
      while !container.isClosed { Thread.sleep(forTimeInterval: 0.000_1) }
      _ = close
    }
    let error = expectFailure(.containerClosed) { try container.require(Store.self) }
    #expect(error?.path.count == 1)
    storage.isAsked = nil
  }

  @Test func `a resolve that has what it needs does not wait for another thread's build`() throws {
    let (container, builds) = (self.container, Counter())
    let (isBuilding, isResolved, isOver) = (Gate(), Gate(), Gate())
    container.register(Store.self) { _ in
      if builds.next() == 2 {
        isBuilding.open()
        #expect(isResolved.pass())
        isOver.open()
      }
      return Store()
    }.inObjectScope(.session)
    container.register(Shop.self) { r in
      let store = try r.require(Store.self)
      Thread.detachNewThread {
        container.resetObjectScope(.session)
        _ = container.resolve(Store.self)
      }
      #expect(isBuilding.pass())
      return Shop(store: store)
    }
    let store = try container.require(Store.self)
    #expect(try container.require(Shop.self).store === store)
    isResolved.open()
    #expect(isOver.pass())
  }

  @Test(arguments: [ObjectScope.session, .container, .weak])
  func `a resolve of another service of the scope does not wait for a build`(scope: ObjectScope) {
    let (container, isOver) = (self.container, Gate())
    container.register(Int.self) { _ in 7 }.inObjectScope(scope)
    container.register(Store.self) { [unowned container] _ in
      Thread.detachNewThread {
        _ = container.resolve(Int.self)
        isOver.open()
      }
      #expect(isOver.pass())
      return Store()
    }.inObjectScope(scope)
    #expect(container.resolve(Store.self) != nil)
  }

  @Test func `an asynchronous end of a scope passes over what has left it meanwhile`() async throws {
    let (container, building, ended) = (self.container, Stop(), Counter())
    container.register(Int.self) { _ in
      building.halt()
      return 7
    }.inObjectScope(.session)
    let entry = container.register(Store.self) { _ in Store() }.inObjectScope(.session)
      .onClose { _ in ended.next() }
    let builder = ThreadRun { container.resolve(Int.self) }
    building.waitForArrival()
    let end = Task { try await container.closeAsync(.session) }
    // It waits for the build now, unless it is very slow: then this shows nothing.
    for _ in 0..<1_000 { await Task.yield() }
    entry.inObjectScope(.container)
    let store = try container.require(Store.self)
    building.release()
    _ = builder.result
    try await end.value
    #expect(try container.require(Store.self) === store)
    #expect(ended.value == 0)
  }

  @Test func `a storage, and the factory of what a lazy gave, may use the container while they die`() {
    final class Dying: InstanceStorage, Sendable {
      let onDeinit: @Sendable () -> Void
      var instance: Any? {
        get { nil }
        set {}
      }
      init(_ onDeinit: @escaping @Sendable () -> Void) { self.onDeinit = onDeinit }
      deinit { onDeinit() }
    }
    struct User: Sendable { let lazy: Lazy<String> }
    let (container, found) = (self.container, Recorder<Int?>())
    let onDeinit = { @Sendable [unowned container] in found.add(container.resolve(Int.self)) }
    container.register(Int.self) { _ in 7 }
    let entry = container.register(Store.self) { _ in Store() }
      .inObjectScope(ObjectScope(storageFactory: { Dying(onDeinit) }))
    _ = container.resolve(Store.self)
    entry.inObjectScope(.container)
    container.register(User.self) { r in User(lazy: try r.require()) }.inObjectScope(.session)
    let captured = Locked<Dying?>(Dying(onDeinit))
    container.register(String.self) { [token = captured.exchange(nil)!] _ in "\(type(of: token))" }
    _ = container.resolve(User.self)?.lazy.value
    container.unregister(String.self)
    container.resetObjectScope(.session)
    #expect(found.all == [7, 7])
  }
}
