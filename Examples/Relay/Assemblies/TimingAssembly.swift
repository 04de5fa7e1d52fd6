import Facet

/// Measures every stage.
struct TimingAssembly: Assembly {
  func assemble(container: Container) {
    for name in [String.accessLog, .noise, .team] {
      container.decorate((any Stage).self, name: name) { r, stage in
        TimedStage(inner: stage, name: name, ledger: try r.require())
      }
    }
  }
}
