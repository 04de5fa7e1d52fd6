@testable import DocumentationVocabulary
import Facet

protocol Store {}

struct FileStore: Store {}

struct CachingStore: Store, CustomStringConvertible {
  let description: String
  init(_ store: any Store) { description = "CachingStore(\(store))" }
}

struct LoggingStore: Store, CustomStringConvertible {
  let description: String
  init(_ store: any Store, log: Log) { description = "LoggingStore(\(store))" }
}

let container = {
  let container = Container()
  container.register(Log.self) { _ in Log() }
  return container
}()

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
