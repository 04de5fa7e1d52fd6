@testable import DocumentationVocabulary
import Facet

func makeContainer() -> Container {
  let container = Container()
  #sourceLocation(file:"Wiring.swift",line:1)
  container.register(Tea.self, name: "black") { _ in Tea() }
  container.register(Cup.self) { r in Cup(tea: try r.require(Tea.self, name: "green")) }
  #sourceLocation()
  return container
}

func afterwards() {
  do { try wiring() } catch { print(error) }
}
