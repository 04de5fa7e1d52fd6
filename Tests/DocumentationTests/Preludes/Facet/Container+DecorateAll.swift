@testable import DocumentationVocabulary

struct Timed: Stage {
  let stage: any Stage
  init(_ stage: any Stage) { self.stage = stage }
}
