@testable import DocumentationVocabulary
import Facet

struct Prices {}

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
