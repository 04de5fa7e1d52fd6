import Facet
import ServiceLifecycle

// The samples of the article Lifetimes.

struct ContainerService: Service, CustomStringConvertible {
  let container: Container
  var description: String { "ContainerService" }

  func run() async throws {
    do {
      try await cancelWhenGracefulShutdown { try await container.startAsync() }
      try? await gracefulShutdown()
    } catch  where !Task.isShuttingDownGracefully {
      try? await container.closeAsync()
      throw error
    } catch {}
    try await container.closeAsync()
  }
}

actor Requests {
  private var count = 0
  private var drained: CheckedContinuation<Void, Never>?

  func run<Result: Sendable>(_ body: @Sendable () async throws -> Result) async rethrows -> Result {
    count += 1
    defer { end() }
    return try await body()
  }

  func drain() async {
    if count > 0 { await withCheckedContinuation { drained = $0 } }
  }

  private func end() {
    count -= 1
    if count == 0 { drained?.resume() }
  }
}

final class Database: Sendable {
  static func connect() async throws -> Database { Database() }

  func disconnect() async {}
}

final class Transaction: Sendable {
  init(_ database: Database) throws {}

  func rollBackUnlessDone() async {}
}

struct User: Sendable {}

/// What the handlers of both frameworks do.
func reply(to path: String, app: Container) async throws -> String {
  _ = try await handle(Message(user: User()), app: app)
  return path
}

struct Message: Sendable {
  let user: User
}

struct Reply: Sendable {}

final class OrderHandler: Sendable {
  init(_ transaction: Transaction, _ user: User) {}

  func handle(_ message: Message) async throws -> Reply { Reply() }
}

struct ServerAssembly: Assembly {
  func assemble(container: Container) {
    container.register(Database.self) { _ async throws in try await Database.connect() }
      .inObjectScope(.container)
      .onClose { database in await database.disconnect() }
      .startsEagerly()
    container.register(Transaction.self) { r in try Transaction(r.require(Database.self)) }
      .inObjectScope(.scoped)
      .onClose { transaction in await transaction.rollBackUnlessDone() }
    container.register(OrderHandler.self) { r in OrderHandler(try r.require(), try r.require(User.self)) }
  }
}

func handle(_ message: Message, app: Container) async throws -> Reply {
  try await app.withChild { request in
    request.register(User.self) { _ in message.user }
    return try await request.requireAsync(OrderHandler.self).handle(message)
  }
}

/// What a body writes.
func lines(of request: Container) async throws -> [String] {
  _ = try await request.requireAsync(Transaction.self)
  return ["a line"]
}
