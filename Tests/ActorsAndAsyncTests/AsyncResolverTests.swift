import Facet
import FacetTestSupport
import Testing

/// The resolver of an asynchronous factory, during its build and later.
@Suite(.timeLimit(.minutes(20))) struct AsyncResolverTests {
  @Test func `the container that a factory captured begins a cycle outside of a shared build`() async throws {
    let container = Container()
    container.register(Store.self) { _ async in Store() }
    container.register([Store].self) { [unowned container] r async throws in
      [try await r.requireAsync(Store.self), try await container.requireAsync(Store.self)]
    }
    let stores = try await container.requireAsync([Store].self)
    #expect(stores[0] !== stores[1])
  }

  @Test(arguments: [ObjectScope.transient, .graph, .container])
  func `a kept resolver behaves as the container when the build is over`(scope: ObjectScope) async throws {
    struct Kept: Sendable {
      let resolver: any Resolver
      let store: Store
    }
    let container = Container()
    container.register(Store.self) { _ async in Store() }
    container.register(Shop.self) { r async throws in Shop(try await r.requireAsync()) }
    container.register(String.self) { _ in "sync" }
    container.register(Kept.self) { r async throws in Kept(resolver: r, store: try await r.requireAsync()) }
      .inObjectScope(
        scope)
    let kept = try await container.requireAsync(Kept.self)
    #expect(try await kept.resolver.requireAsync(Shop.self).store !== kept.store)
    #expect(try await kept.resolver.requireAsync(Store.self) !== kept.store)
    #expect(kept.resolver.resolve(String.self) == "sync")
    let error = await #expect(throws: ResolutionError.self) { try await kept.resolver.requireAsync(Int.self) }
    #expect(error?.path.map(\.description) == ["'Int'"])
  }

  @Test func `the factory's resolver keeps its container`() async throws {
    weak var gone: Container?
    var resolver: (any Resolver)?
    do {
      let container = Container(defaultObjectScope: .transient)
      gone = container
      container.register(Int.self) { _ in 5 }
      container.register((any Resolver).self) { r async in r }
      resolver = try await container.requireAsync((any Resolver).self)
    }
    #expect(resolver?.resolve(Int.self) == 5)
    resolver = nil
    #expect(gone == nil)
  }

  @Test func `a task that a factory leaves behind is no part of the build around that`() async throws {
    struct Part: Sendable { let asker: Task<Service, any Error> }
    final class Service: Sendable {
      let part: Part
      init(_ part: Part) { self.part = part }
    }
    let (container, partIsThere, isAsking) = (Container(), AsyncGate(), AsyncGate())
    container.register(Part.self) { [unowned container] _ async in
      Part(
        asker: Task {
          await partIsThere.pass()
          isAsking.open()
          return try await container.requireAsync(Service.self)
        })
    }.inObjectScope(.container)
    container.register(Service.self) { r async throws in
      let part = try await r.requireAsync(Part.self)
      partIsThere.open()
      await isAsking.pass()
      // So that it asks before this ends.
      try await Task.sleep(for: .milliseconds(20))
      return Service(part)
    }.inObjectScope(.container)
    let service = try await container.requireAsync(Service.self)
    #expect(try await service.part.asker.value === service)
  }
}
