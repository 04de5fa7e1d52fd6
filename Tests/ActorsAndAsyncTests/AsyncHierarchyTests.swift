import Facet
import FacetTestSupport
import Testing

/// Asynchronous services over a container, its children and its copies.
@Suite(.timeLimit(.minutes(20))) struct AsyncHierarchyTests {
  private func parent(_ scope: ObjectScope) -> Container {
    let container = Container()
    container.register(Store.self) { _ async in Store("parent") }.inObjectScope(scope)
    container.register(Shop.self) { r async throws in Shop(try await r.requireAsync()) }.inObjectScope(scope)
    return container
  }

  @Test(arguments: [ObjectScope.graph, .transient, .container, .weak])
  func `a child overrides a factory's need, unless the parent shares it`(scope: ObjectScope) async throws {
    let parent = parent(scope)
    let child = Container(parent: parent)
    child.register(Store.self) { _ async in Store("child") }
    let shop = try await child.requireAsync(Shop.self)
    let other = try await parent.requireAsync(Shop.self)
    let isShared = scope === ObjectScope.container || scope === ObjectScope.weak
    #expect([shop, other].map(\.store.name) == [isShared ? "parent" : "child", "parent"])
    #expect((other === shop) == isShared)
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

  @Test func `a copy has asynchronous factories, and instances of its own`() async throws {
    let original = parent(.container)
    let copy = original.copy()
    var shops: [Shop] = []
    for container in [original, copy, copy, original] {
      shops.append(try await container.requireAsync(Shop.self))
    }
    #expect(shops[0] !== shops[1] && shops[1] === shops[2] && shops[0] === shops[3])
  }

  @Test(arguments: [ObjectScope.graph, .transient, .container, .weak])
  func `a child sees what its parent decorates, and decorates its own`(scope: ObjectScope) async throws {
    let parent = parent(scope)
    parent.decorate(Store.self) { _, inner in Store("decorated(\(inner.name))") }
    let child = Container(parent: parent)
    for container in [parent, child, child.copy(), child.copy(includingParents: true)] {
      #expect(try await container.requireAsync(Store.self).name == "decorated(parent)")
      #expect(try await container.requireAllAsync(Store.self).map(\.name) == ["decorated(parent)"])
    }
    child.register(Store.self) { _ async in Store("child") }.inObjectScope(scope)
    child.decorateAll(Store.self) { _, inner in Store("all(\(inner.name))") }
    let overriding = Container(parent: child).overriding {
      $0.decorate(Store.self) { _, inner in Store("overriding(\(inner.name))") }
    }
    #expect(try await child.requireAsync(Store.self).name == "all(child)")
    #expect(try await overriding.requireAsync(Store.self).name == "overriding(all(child))")
    #expect(try await parent.requireAsync(Store.self).name == "decorated(parent)")
  }
}
