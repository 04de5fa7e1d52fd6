@testable import DocumentationVocabulary

@MainActor final class ViewModel {
  init(store: Store) {}
}
