@testable import DocumentationVocabulary
import Facet

final class Reports {
  init(database: AsyncLazy<Database>) {}
}

let database = container.resolve(AsyncLazy<Database>.self)!
