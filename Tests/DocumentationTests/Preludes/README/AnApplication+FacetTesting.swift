@testable import DocumentationVocabulary
import Facet

struct Walk {
  @Injected var pet: any Animal
}
