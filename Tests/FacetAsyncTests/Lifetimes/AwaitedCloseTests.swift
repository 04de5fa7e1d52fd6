import Facet
import FacetTestSupport
import Testing

private final class Database: Sendable {}

private final class Server: Sendable {
  init(_ database: Database) {}
}

private struct Broken: Error {}

/// What a cancelled or impatient caller sees of an awaited close.
struct AwaitedCloseTests {
  let container = Container()
  let log = Recorder<String>()

  @Test func `actions do not see that the task which closes is cancelled`() async throws {
    let (container, log) = (container, log)
    container.register(Database.self) { _ in Database() }.inObjectScope(.container).onClose { _ in
      await Task.yield()
      log.add("database, cancelled: \(Task.isCancelled)")
    }
    container.register(Server.self) { r in Server(try r.require()) }.inObjectScope(.container).onClose { _ in
      try await Task.sleep(for: .milliseconds(5))
      log.add("server, cancelled: \(Task.isCancelled)")
    }
    _ = try container.require(Server.self)
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      try await container.closeAsync()
    }
    task.cancel()
    try await task.value
    #expect(log.all == ["server, cancelled: false", "database, cancelled: false"])
  }

  @Test func `when the time is up, it says what had not ended, and the end goes on`() async throws {
    let (container, log, gate) = (container, log, Counter())
    let reported = Recorder<String>()
    container.failureHandler = { reported.add("\($0.code) \($0.key)") }
    container.register(Database.self) { _ in Database() }.inObjectScope(.container).onClose { _ in
      log.add("database")
      throw Broken()
    }
    container.register(Server.self) { r in Server(try r.require()) }.inObjectScope(.container).onClose { _ in
      while gate.value == 0 { try await Task.sleep(for: .milliseconds(1)) }
      log.add("server")
    }
    _ = try container.require(Server.self)
    let error = await #expect(throws: CloseError.self) {
      try await container.closeAsync(within: .milliseconds(20))
    }
    #expect(
      error?.description
        == "Time was up before 'Server', 'Database' had ended. The close goes on; closeAsync() waits for it."
    )
    #expect(log.all.isEmpty)
    gate.next()
    try await container.closeAsync()
    #expect(log.all == ["server", "database"])
    #expect(reported.all == ["endFailed 'Database'"])
  }

  @Test func `when the time is up before a build has ended, it says so`() async throws {
    let (container, gate, begun) = (container, Counter(), Counter())
    container.register(Database.self) { _ async in
      begun.next()
      while gate.value == 0 { await Task.yield() }
      return Database()
    }.inObjectScope(.container)
    let build = Task { _ = try await container.requireAsync(Database.self) }
    while begun.value == 0 { await Task.yield() }
    let error = await #expect(throws: CloseError.self) {
      try await container.closeAsync(within: .milliseconds(5))
    }
    #expect(
      error?.description
        == "Time was up before a running build had ended. The close goes on; closeAsync() waits for it."
    )
    gate.next()
    _ = await build.result
    try await container.closeAsync()
  }

  @Test func `in time, it is as without a limit`() async throws {
    let log = log
    container.register(Database.self) { _ in Database() }.inObjectScope(.container)
      .onClose { _ in log.add("database") }
    _ = try container.require(Database.self)
    try await container.closeAsync(within: .seconds(60))
    #expect(log.all == ["database"])
  }
}
