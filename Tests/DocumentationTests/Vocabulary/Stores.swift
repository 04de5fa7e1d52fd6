import Facet
import Foundation

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

final class Users: @unchecked Sendable {
  init(_ database: Database) {}
}

protocol NoteStore: AnyObject {}
protocol NoteReading {}
final class FileNoteStore: NoteStore, NoteReading {}

final class FakeNoteStore: NoteStore, NoteReading {
  init(_ titles: [String]) {}
}

final class NotesModel {
  let titles: [String] = []
  init(store: any NoteStore) {}
}

final class Log {}

struct Logger {
  func error(_ text: String) {}
}

let logger = Logger()

final class Cache: Sendable {
  init() {}
  init(_ database: Database) {}
  func fill(from store: Store) async {}
  func flush() async {}
}

final class Migrations {
  init(_ database: Database) throws {}
}

final class Handler {}
final class Extra {}
final class Mailer {}

final class Thumbnail {
  init(of url: URL) throws {}
}

final class Document {
  init(_ path: String) throws {}
}

@MainActor final class Page {
  let title = ""
  nonisolated init(number: Int) {}
}

final class Connection {
  static func open(_ host: String) async throws -> Connection { Connection() }
}

final class Pool {
  init(connect: AsyncProvider<Connection, String>) {}
}

let connect = container.resolve(AsyncProvider<Connection, String>.self)!
