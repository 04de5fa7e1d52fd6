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
}
