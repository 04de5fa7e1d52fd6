@testable import DocumentationVocabulary

final class Client {
  init(store: Store) {}
}

@MainActor final class ViewModel {
  init(client: Client) {}
}
