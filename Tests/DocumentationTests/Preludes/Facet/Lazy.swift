@testable import DocumentationVocabulary
import Facet

let billing = container.resolve(Lazy<Billing>.self)!
let bill = Bill()
