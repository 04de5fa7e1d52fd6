import Facet
import FacetTestSupport
import Testing

/// Asynchronous services over a container, its children and its copies, and on actors.
@Suite(.timeLimit(.minutes(20))) struct AsyncHierarchyTests {
  final class Store: Sendable {
    let name: String
    init(_ name: String) { self.name = name }
  }

  final class Shop: Sendable {
    let store: Store
    init(_ store: Store) { self.store = store }
  }

  private func parent(_ scope: ObjectScope) -> Container {
    let container = Container()
    container.register(Store.self) { _ async in Store("parent") }.inObjectScope(scope)
    container.register(Shop.self) { r async throws in Shop(try await r.requireAsync()) }.inObjectScope(scope)
    return container
  }

  @Test(arguments: [ObjectScope.graph, .transient])
  func `a child overrides what a parent's factory needs`(scope: ObjectScope) async throws {
    let parent = parent(scope)
    let child = Container(parent: parent)
    child.register(Store.self) { _ async in Store("child") }
    #expect(try await child.requireAsync(Shop.self).store.name == "child")
    #expect(try await parent.requireAsync(Shop.self).store.name == "parent")
  }

  @Test(arguments: [ObjectScope.container, .weak])
  func `what a parent shares captures nothing of a child`(scope: ObjectScope) async throws {
    let parent = parent(scope)
    let child = Container(parent: parent)
    child.register(Store.self) { _ async in Store("child") }
    let shop = try await child.requireAsync(Shop.self)
    #expect(shop.store.name == "parent")
    #expect(try await parent.requireAsync(Shop.self) === shop)
  }

  @Test(arguments: [true, false])
  func `a child that registers nothing is one graph with its parent`(storeIsAwaited: Bool) async throws {
    final class Street: Sendable {
      let (store, shop): (Store, Shop)
      init(_ store: Store, _ shop: Shop) { (self.store, self.shop) = (store, shop) }
    }
    let parent = Container()
    if storeIsAwaited {
      parent.register(Store.self) { _ async in Store("parent") }
    } else {
      parent.register(Store.self) { _ in Store("parent") }
    }
    parent.register(Shop.self) { r async throws in Shop(try await r.requireAsync()) }.inObjectScope(
      .container)
    parent.register(Street.self) { r async throws in
      Street(try await r.requireAsync(), try await r.requireAsync())
    }
    let street = try await Container(parent: parent).requireAsync(Street.self)
    #expect(street.store === street.shop.store)
    #expect(try await parent.requireAsync(Shop.self) === street.shop)
  }

  @Test(arguments: [ObjectScope.graph, .transient, .container, .weak])
  func `a child decorates an asynchronous service of its parent`(scope: ObjectScope) async throws {
    let parent = parent(scope)
    let child = Container(parent: parent)
    child.decorate(Store.self) { _, store in Store("decorated \(store.name)") }
    #expect(try await child.requireAsync(Store.self).name == "decorated parent")
    #expect(try await parent.requireAsync(Store.self).name == "parent")
  }

  @Test func `a copy has asynchronous factories, and instances of its own`() async throws {
    let original = parent(.container)
    let shop = try await original.requireAsync(Shop.self)
    let copy = original.copy()
    let other = try await copy.requireAsync(Shop.self)
    #expect(other !== shop)
    #expect(try await copy.requireAsync(Shop.self) === other)
    #expect(try await original.requireAsync(Shop.self) === shop)
  }

  // MARK: - Actors

  @MainActor final class View {
    let name: String
    init(_ name: String) { self.name = name }
  }

  @MainActor private func registerViews(_ container: Container) {
    container.register(View.self) { _ in View("sync") }.inObjectScope(.container)
    container.register(View.self, name: "async") { _ async in
      MainActor.assertIsolated()
      await Task.yield()
      MainActor.assertIsolated()
      return View("async")
    }
    container.register(Int.self) { _ in
      MainActor.assertIsolated()
      return 3
    }
  }

  @Test func `an await from anywhere builds on the right actor`() async throws {
    let container = Container()
    await registerViews(container)
    let (sync, other) = try await Task.detached {
      let sync = try await container.requireAsync(View.self)
      let other = try await container.requireAsync(View.self, name: "async")
      #expect(try await container.requireAsync(Int.self) == 3)
      return (sync, other)
    }.value
    #expect(sync.name == "sync")
    #expect(other.name == "async")
    #expect(container.resolve(View.self) === sync)
  }

  actor Counting {
    let container = Container()
    func register() {
      container.register(Store.self) { _ in
        self.assertIsolated()
        return Store("actor")
      }.initCompleted { _, _ in self.assertIsolated() }
    }
  }

  @Test func `a factory of an actor runs there`() async throws {
    let counting = Counting()
    await counting.register()
    #expect(try await counting.container.requireAsync(Store.self).name == "actor")
    let error = #expect(throws: ResolutionError.self) { try counting.container.require(Store.self) }
    #expect(error?.code == .wrongActor)
    counting.container.unregister(Store.self)
  }

  @Test(arguments: [ObjectScope.graph, .transient, .container, .weak])
  func `a child of the one that decorates gets what is decorated`(scope: ObjectScope) async throws {
    let parent = parent(scope)
    let child = Container(parent: parent)
    child.decorate(Store.self) { _, inner in Store("child(\(inner.name))") }
    let grandchild = Container(parent: child)
    #expect(try await grandchild.requireAsync(Store.self).name == "child(parent)")
    #expect(try await grandchild.requireAllAsync(Store.self).map(\.name) == ["child(parent)"])
    grandchild.decorate(Store.self) { _, inner in Store("grandchild(\(inner.name))") }
    #expect(try await grandchild.requireAsync(Store.self).name == "grandchild(child(parent))")
    #expect(try await grandchild.copy().requireAsync(Store.self).name == "grandchild(child(parent))")
    #expect(
      try await grandchild.copy(includingParents: true).requireAsync(Store.self).name
        == "grandchild(child(parent))")
    #expect(try await parent.requireAsync(Store.self).name == "parent")
  }
}
