@testable import DocumentationVocabulary

struct Timed: Stage, CustomStringConvertible {
  let stage: any Stage
  init(_ stage: any Stage) { self.stage = stage }
  var description: String { "Timed(\(stage))" }
}
