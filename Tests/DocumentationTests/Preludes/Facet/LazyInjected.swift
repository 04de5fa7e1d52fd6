@testable import DocumentationVocabulary
import Facet

nonisolated(unsafe) let player = {
  Container.main.register { Lyrics() }
  return Player()
}()
