class Database: @unchecked Sendable {
  let rows: [String] = []
  init() throws {}
  static func open(_ settings: Settings) async throws -> Database { try Database() }
  static func connect() async throws -> Database { try Database() }
  func disconnect() throws {}
  func disconnect() async {}
}

final class FakeDatabase: Database, @unchecked Sendable {
  override init() { try! super.init() }
}

struct Settings: Sendable {
  static func load() -> Settings { Settings() }
}

final class Store {
  init() {}
  init(client: any Client) {}
}

final class Transaction: Sendable {
  init(_ database: Database) throws {}
  func rollBack() {}
  func rollBackUnlessDone() async {}
}

final class Server: Sendable {
  func run() async {}
  func stop() {}
}

final class Log {}

struct Logger {
  func error(_ text: String) {}
}

final class Cache: Sendable {
  init() {}
  init(_ database: Database) {}
  func fill(from store: Store) async {}
  func flush() async {}
}

final class Migrations {
  init(_ database: Database) throws {}
}
