import Facet

/// Measures every stage, and the sink.
struct TimingAssembly: Assembly {
  func assemble(container: Container) {
    for name in [String.accessLog, .applicationLog, .noise, .team] {
      container.decorate((any Stage).self, name: name) { r, stage in
        TimedStage(inner: stage, name: name, ledger: try r.require())
      }
    }
    container.decorate((any Sink).self) { r, sink in TimedSink(inner: sink, ledger: try r.require()) }
  }
}
