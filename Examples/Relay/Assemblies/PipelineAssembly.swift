import Facet

/// The pipeline, registered once; each input builds one in its own container, with what ``InputAssembly`` has for it there.
struct PipelineAssembly: Assembly {
  func assemble(container: Container) {
    container.register(Pipeline.self) { r async throws in
      Pipeline(
        source: try await r.requireAsync(), stages: try await r.requireAllAsync(Stage.self),
        sink: try await r.requireAsync(), rejections: try r.require(), ledger: try r.require())
    }
  }
}
