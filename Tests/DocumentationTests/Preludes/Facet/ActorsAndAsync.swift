@testable import DocumentationVocabulary
import Facet

struct Prices {}

final class Users {
  init(_ database: Database) {}
}

@MainActor final class Button {
  var onTap: @MainActor () -> Void = {}
}

protocol Store {
  func save()
}

final class Server {
  init() async {}
  var router: AsyncLazy<Router>?
}

final class Router {
  init(server: Server) {}
}
