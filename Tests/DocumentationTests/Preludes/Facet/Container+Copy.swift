@testable import DocumentationVocabulary
import Facet

let container = {
  let container = Container()
  container.register(Store.self) { _ in Store() }.inObjectScope(.container)
  return container
}()
