import Facet
import FacetTestSupport
import Testing

private final class Store: Sendable {}
private struct Closed: Error {}

/// An `initCompleted` that throws fails an awaited resolve as well.
@Suite(.timeLimit(.minutes(20))) struct AsyncFailedCompletionTests {
  private let container = Container()

  static let scopes: [ObjectScope] = [
    .transient, .graph, .container, .weak, .scoped,
    ObjectScope(storageFactory: PermanentStorage.init, description: "custom"),
  ]

  @Test func `the error says that it was the completion`() async {
    container.register(Store.self, fileID: "Town.swift", line: 1) { _ in Store() }
      .initCompleted { _, _ async throws in
        await Task.yield()
        throw Closed()
      }
    let error = await #expect(throws: ResolutionError.self) { try await container.requireAsync(Store.self) }
    #expect(error?.code == .factoryFailed)
    #expect(error?.underlyingError is Closed)
    #expect(
      error?.description == """
        The initCompleted of 'Store' failed: Closed()

          Path:    Store
          Place:   registered at Town.swift:1

        To fix this, do one of:
          • Fix what the initCompleted reports.
          • Catch the error in the initCompleted.
        """)
  }

  @Test(arguments: scopes) func `an asynchronous completion that fails gives the instance up`(
    scope: ObjectScope
  )
    async throws
  {
    let (runs, last) = (Counter(), Counter())
    container.register(Store.self) { _ in Store() }.inObjectScope(scope)
      .initCompleted { _, _ async throws in
        await Task.yield()
        if runs.next() == 1 { throw Closed() }
      }
      .initCompleted { _, _ in last.next() }
    await #expect(throws: ResolutionError.self) { try await container.requireAsync(Store.self) }
    #expect(last.value == 0)
    let store = try await container.requireAsync(Store.self)
    #expect((runs.value, last.value) == (2, 1))
    if scope !== ObjectScope.transient, scope !== ObjectScope.graph {
      #expect(try await container.requireAsync(Store.self) === store)
    }
  }

  @Test func `an instance that was not completed ends, too, though nobody has seen it`() async throws {
    let (runs, ended) = (Counter(), Counter())
    container.register(Store.self) { _ in Store() }.inObjectScope(.container)
      .initCompleted { _, _ async throws in if runs.next() == 1 { throw Closed() } }
      .onClose { _ in ended.next() }
    await #expect(throws: ResolutionError.self) { try await container.requireAsync(Store.self) }
    #expect(ended.value == 1)
    _ = try await container.requireAsync(Store.self)
    try await container.closeAsync()
    #expect(ended.value == 2)
  }

  @Test(arguments: scopes) func `a synchronous completion of an asynchronous factory does, too`(
    scope: ObjectScope
  )
    async throws
  {
    let runs = Counter()
    container.register(Store.self) { _ async in
      await Task.yield()
      return Store()
    }.inObjectScope(scope)
      .initCompleted { _, _ in if runs.next() == 1 { throw Closed() } }
    let error = await #expect(throws: ResolutionError.self) { try await container.requireAsync(Store.self) }
    #expect(error?.underlyingError is Closed)
    _ = try await container.requireAsync(Store.self)
    #expect(runs.value == 2)
  }

  @Test func `a completion on an actor may throw`() async throws {
    let runs = Counter()
    await MainActor.run {
      _ = container.register(Store.self) { _ in Store() }.inObjectScope(.container)
        .initCompleted { _, _ in
          MainActor.assertIsolated()
          if runs.next() == 1 { throw Closed() }
        }
    }
    let error = await #expect(throws: ResolutionError.self) { try await container.requireAsync(Store.self) }
    #expect(error?.underlyingError is Closed)
    _ = try await container.requireAsync(Store.self)
    #expect(runs.value == 2)
  }

  @Test func `all that wait for a service whose completion fails get its reason`() async throws {
    let stop = AsyncStop()
    container.register(Store.self) { _ in Store() }.inObjectScope(.container)
      .initCompleted { _, _ async throws in
        await stop.halt()
        throw Closed()
      }
    let tasks = (0..<10).map { _ in
      Task { [container] () -> Bool in
        do throws(ResolutionError) { _ = try await container.requireAsync(Store.self) } catch {
          return error.underlyingError is Closed
        }
        return false
      }
    }
    await stop.waitForArrival()
    await letOthersRun()
    stop.release()
    for task in tasks { #expect(await task.value) }
  }
}
