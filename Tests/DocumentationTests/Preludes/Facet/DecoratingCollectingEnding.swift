@testable import DocumentationVocabulary

protocol Store {}

final class FileStore: Store {}

final class CachingStore: Store {
  init(_ store: any Store) {}
}

final class LoggingStore: Store {
  init(_ store: any Store, log: Log) {}
}

struct TimedStage: Stage {
  let stage: any Stage
  init(_ stage: any Stage) { self.stage = stage }
}

final class Pipeline {
  init(stages: [any Stage]) {}
}

final class Menu {
  init(stages: [String: any Stage]) {}
}
