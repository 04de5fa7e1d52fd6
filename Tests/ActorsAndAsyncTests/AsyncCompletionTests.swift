import Facet
import FacetTestSupport
import Testing

/// Completions of what is awaited, which may be asynchronous and fail.
@Suite(.timeLimit(.minutes(20))) struct AsyncCompletionTests {
  final class Hub: @unchecked Sendable {
    var log: [String] = []
  }

  @Test(arguments: [ObjectScope.transient, .graph, .container, .weak, .session], [false, true])
  func `decorators and completions run in their order, each on its actor`(
    scope: ObjectScope, factoryIsAwaited: Bool
  ) async throws {
    let container = Container()
    let entry =
      factoryIsAwaited
      ? container.register(Hub.self) { _ async in Hub() } : container.register(Hub.self) { _ in Hub() }
    entry.inObjectScope(scope)
      .initCompleted { _, hub in hub.log.append("sync 1") }
      .initCompleted { _, hub async in
        await Task.yield()
        hub.log.append("async 1")
      }
      .initCompleted { _, hub in hub.log.append("sync 2") }
      .initCompleted { @MainActor _, hub async in
        MainActor.preconditionIsolated()
        hub.log.append("async 2")
      }
      .initCompleted { @MainActor _, hub in
        MainActor.preconditionIsolated()
        hub.log.append("main 3")
      }
      .initCompleted { _, hub async in hub.log.append("async 3") }
    container.decorate(Hub.self) { @MainActor _, hub in
      MainActor.preconditionIsolated()
      hub.log.append("decorator 1")
      return hub
    }
    container.decorate(Hub.self) { _, hub in
      hub.log.append("decorator 2")
      return hub
    }
    let hub = try await container.requireAsync(Hub.self)
    #expect(
      hub.log == [
        "decorator 1", "decorator 2", "sync 1", "async 1", "sync 2", "async 2", "main 3", "async 3",
      ])
    _ = try await container.requireAsync(Hub.self)
    #expect(hub.log.count == 8)
  }

  @Test func `a synchronous factory with an asynchronous completion must be awaited`() async throws {
    let container = Container()
    container.register(Hub.self) { _ in Hub() }.inObjectScope(.container)
      .initCompleted { _, hub async in hub.log.append("async") }
    expectFailure(.needsAwait) { try container.require(Hub.self) }
    #expect(try await container.requireAsync(Hub.self).log == ["async"])
    #expect(try container.require(Hub.self).log == ["async"])
  }

  // MARK: - Failures

  enum Way: CaseIterable { case asynchronousCompletion, asynchronousFactory, completionOnActor }

  private func register(
    _ way: Way, in container: Container, complete: @escaping @Sendable () throws -> Void
  ) -> ServiceEntry<Store> {
    switch way {
    case .asynchronousCompletion:
      container.register(Store.self) { _ in Store() }.initCompleted { _, _ async throws in
        await Task.yield()
        try complete()
      }
    case .asynchronousFactory:
      container.register(Store.self) { _ async in
        await Task.yield()
        return Store()
      }.initCompleted { _, _ in try complete() }
    case .completionOnActor:
      container.register(Store.self) { _ in Store() }.initCompleted { @MainActor _, _ in
        MainActor.assertIsolated()
        try complete()
      }
    }
  }

  @Test(arguments: Way.allCases, [ObjectScope.transient, .graph, .container, .weak, .scoped, .session])
  func `a completion that throws fails the resolve, and drops it`(way: Way, scope: ObjectScope) async throws {
    let (container, runs, last, ended) = (Container(), Counter(), Counter(), Counter())
    let entry = register(way, in: container) { if runs.next() == 1 { throw Closed() } }
    entry.inObjectScope(scope).initCompleted { _, _ in last.next() }.onClose { _ in ended.next() }
    let error = await expectFailure(.factoryFailed) { try await container.requireAsync(Store.self) }
    #expect(error?.underlyingError is Closed)
    #expect(last.value == 0)
    let store = try await container.requireAsync(Store.self)
    #expect((runs.value, last.value) == (2, 1))
    guard scope !== ObjectScope.transient, scope !== ObjectScope.graph else { return }
    #expect(try await container.requireAsync(Store.self) === store)
    guard scope !== ObjectScope.weak else { return }
    // Though nobody has seen it.
    #expect(ended.value == 1)
    try await container.closeAsync()
    #expect(ended.value == 2)
  }
}
