@testable import DocumentationVocabulary

protocol API {}
struct MockAPI: API {}

final class ViewModel {
  init(fetcher: any Fetching, updater: any Updating) {}
}
