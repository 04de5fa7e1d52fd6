import Facet
import FacetTestSupport
import Testing

private final class Database: Sendable {}
private final class Cache: Sendable {}

/// Several calls of `close` for one container: the first one does it, and those that are awaited wait for that.
@Suite(.timeLimit(.minutes(20))) struct SecondCloseTests {
  private let container = Container { $0.failureHandler = { _ in } }
  private let log = Recorder<String>()

  private func keepDatabase(_ action: @escaping @Sendable () throws -> Void) throws {
    container.register(Database.self) { _ in Database() }.inObjectScope(.container)
      .onClose { _ in try action() }
    _ = try container.require(Database.self)
  }

  private func keepDatabase(_ action: @escaping @Sendable () async throws -> Void) throws {
    container.register(Database.self) { _ in Database() }.inObjectScope(.container)
      .onClose { _ async throws in try await action() }
    _ = try container.require(Database.self)
  }

  @Test func `while the first runs on another thread, a synchronous one returns, and an awaited one waits`()
    async throws
  {
    let (stop, container, log) = (Stop(), container, log)
    try keepDatabase {
      stop.halt()
      log.add("disposed")
      throw CancellationError()
    }
    let first = ThreadRun { (try? container.close()) != nil }
    #expect(stop.waitForArrival())
    // On threads of their own, so that one that waits fails the test and does not hang it.
    let others = [container, Container(parent: container)].map { container in
      ThreadRun { (try? container.close()) != nil }
    }
    #expect(others.map(\.result) == [true, true])
    let awaited = Task {
      try await container.closeAsync()
      log.add("awaited")
    }
    await letOthersRun()
    #expect(log.all == [])
    stop.release()
    try await awaited.value
    // What an action throws is told to the first one alone.
    #expect(first.result == false)
    #expect(log.all == ["disposed", "awaited"])
  }

  @Test func `a synchronous one returns while the first still waits for a build, which is let finish`()
    async throws
  {
    let (stop, container, log) = (Stop(), container, log)
    container.register(Database.self) { _ in
      stop.halt()
      return Database()
    }.inObjectScope(.container).onClose { _ in log.add("database") }
    let builder = ThreadRun { (try? container.require(Database.self)) != nil }
    #expect(stop.waitForArrival())
    let first = Task { try await container.closeAsync() }
    while !container.isClosed { await Task.yield() }
    try closeNow(container)
    #expect(log.all == [])
    stop.release()
    try await first.value
    #expect(log.all == ["database"])
    #expect(builder.result == true)
  }

  @Test func `it awaits the first one, also in a task that is cancelled`() async throws {
    let (stop, container, log) = (AsyncStop(), container, log)
    try keepDatabase {
      await stop.halt()
      log.add("disposed")
    }
    let first = Task { try await container.closeAsync() }
    await stop.waitForArrival()
    let second = Task {
      try await container.closeAsync()
      log.add("second")
    }
    second.cancel()
    await letOthersRun()
    // A call that awaits nothing blocks no thread for one that does.
    try closeNow(container)
    #expect(log.all == [])
    stop.release()
    try await first.value
    try await second.value
    #expect(log.all == ["disposed", "second"])
  }

  @Test func `an action does not wait for the call that runs it, nor for what waits for that`() async throws {
    let (parent, child, log) = (container, Container(parent: container), log)
    let stop = AsyncStop()
    child.register(Cache.self) { _ in Cache() }.inObjectScope(.container)
      .onClose { _ async throws in
        await stop.halt()
        try await child.closeAsync()
        try await parent.closeAsync()
        try closeNow(parent)
        log.add("cache")
      }
    _ = try child.require(Cache.self)
    try keepDatabase { log.add("database") }
    let ofChild = Task { try await child.closeAsync() }
    await stop.waitForArrival()
    let ofParent = Task { try await parent.closeAsync() }
    while !parent.isClosed { await Task.yield() }
    stop.release()
    try await ofChild.value
    try await ofParent.value
    #expect(log.all == ["cache", "database"])
  }

  @Test func `the factory of a shared service does not wait for one that waits for it`() async throws {
    let (stop, container, log) = (AsyncStop(), container, log)
    container.register(Database.self) { [unowned container] _ async throws in
      await stop.halt()
      try await container.closeAsync()
      return Database()
    }.inObjectScope(.container).onClose { _ in log.add("database") }
    let builder = Task { try await container.requireAsync(Database.self) }
    await stop.waitForArrival()
    let closer = Task { try await container.closeAsync() }
    while !container.isClosed { await Task.yield() }
    stop.release()
    _ = try await builder.value
    try await closer.value
    #expect(log.all == ["database"])
  }
}

private func closeNow(_ container: Container) throws { try container.close() }
