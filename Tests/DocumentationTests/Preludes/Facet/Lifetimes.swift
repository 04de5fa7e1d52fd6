@testable import DocumentationVocabulary
import Facet

struct User {}

struct Message {
  let user: User
}

struct Reply {}

final class OrderHandler {
  init(_ transaction: Transaction, _ user: User) {}
  func handle(_ message: Message) async throws -> Reply { Reply() }
}

extension ObjectScope {
  static let session = ObjectScope(storageFactory: PermanentStorage.init, description: "session")
}

struct Account {}
let account = Account()

final class Inbox: Sendable {
  init(_ database: Database) {}
  func save() async {}
}

struct SceneAssembly: Assembly {
  func assemble(container: Container) {}
}

let server = Server()
