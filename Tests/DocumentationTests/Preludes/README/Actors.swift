@testable import DocumentationVocabulary
import Facet

struct Prices {}

let app = Container()
