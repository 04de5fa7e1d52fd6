import Facet

struct ClientAssembly: Assembly {
  func assemble(container: Container) {}
}
