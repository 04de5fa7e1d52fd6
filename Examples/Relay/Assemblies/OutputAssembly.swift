import Facet

/// The sink: one for all inputs, opened before the first of them is.
struct OutputAssembly: Assembly {
  func assemble(container: Container) {
    container.register(Sink.self) { r async throws in
      try await DescriptorSink.open(r.require(Settings.self).output)
    }
    .inObjectScope(.container)
    .onClose { sink in try await sink.close() }
    .startsEagerly()
  }
}
