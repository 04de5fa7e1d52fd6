import Facet

struct ServiceAssembly: Assembly {
  func assemble(container: Container) {}
}
