@testable import DocumentationVocabulary
import Facet

let resolver: any Resolver = container
