@testable import DocumentationVocabulary
import Facet

final class Game {
  init(makeDie: Provider<Die>) {}
}

final class Die {}

final class Router {
  init(makeModel: Provider<ViewModel, Int>) {}
}

let makeDie = container.resolve(Provider<Die>.self)!
let makeModel = container.resolve(Provider<ViewModel, Int>.self)!
