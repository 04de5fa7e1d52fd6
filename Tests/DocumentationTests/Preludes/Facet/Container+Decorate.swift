@testable import DocumentationVocabulary

protocol Store {}

final class FileStore: Store {}

final class LoggingStore: Store {
  init(_ store: any Store, logger: Logger) {}
}
