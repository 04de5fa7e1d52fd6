import Facet

/// Tries again what depends on others: no stage knows of it.
struct RetryAssembly: Assembly {
  func assemble(container: Container) {
    container.decorate((any Stage).self, name: .team) { r, stage in
      RetryingStage(inner: stage, ledger: try r.require())
    }
  }
}
