import Facet

/// The container of one test: a layer over another container.
extension Container {
  /// Makes the layer where the caller runs.
  func layer(
    _ live: LiveServices, for test: IsolatedTest, _ overrides: (Container) throws -> Void
  ) rethrows -> Container {
    let layer = try overriding { layer in
      try Container.withMain(layer) { try overrides(layer) }
    }
    return layer.watched(live, for: test)
  }

  /// Makes the layer with overrides that may belong to an actor.
  func layer(
    _ live: LiveServices, for test: IsolatedTest,
    isolated overrides: @isolated(any) @Sendable (Container) throws -> Void
  ) async throws -> Container {
    let layer = Layer(over: self)
    try await Container.withMain(layer.container) { try await overrides(layer.container) }
    return layer.settled().watched(live, for: test)
  }

  /// A container that reports builds that the test forbids.
  private func watched(_ live: LiveServices, for test: IsolatedTest) -> Container {
    live == .allowed ? self : reportingLive { test.note($0) }
  }
}
