import Facet

/// What one visit adds, in a child container of its own.
struct VisitAssembly: Assembly {
  let visit: Visit

  func assemble(container: Container) {
    container.register { visit }
  }
}
