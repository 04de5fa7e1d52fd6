@testable import DocumentationVocabulary
import Facet

final class Connection {
  static func open(_ host: String) async throws -> Connection { Connection() }
}

final class Pool {
  init(connect: AsyncProvider<Connection, String>) {}
}

let connect = container.resolve(AsyncProvider<Connection, String>.self)!
