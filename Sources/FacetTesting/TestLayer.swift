import Facet

/// The container of one test: a layer over another container.
extension Container {
  /// Makes the layer where the caller runs.
  func layer(
    _ live: Bool, for test: IsolatedTest, _ overrides: (Container) throws -> Void
  ) rethrows -> Container {
    let layer = Layer(over: self)
    try Container.withMain(layer.container) { try overrides(layer.container) }
    return finish(layer, live, for: test)
  }

  /// Makes the layer with overrides that may belong to an actor.
  func layer(
    _ live: Bool, for test: IsolatedTest,
    isolated overrides: @isolated(any) @Sendable (Container) throws -> Void
  ) async throws -> Container {
    let layer = Layer(over: self)
    try await Container.withMain(layer.container) { try await overrides(layer.container) }
    return finish(layer, live, for: test)
  }

  /// A container that reports builds that the test forbids, and overrides that replace nothing.
  private func finish(_ layer: Layer, _ live: Bool, for test: IsolatedTest) -> Container {
    let needless = NeedlessOverrides(of: layer, over: self)
    let settled = layer.settled()
    let container =
      live ? settled : settled.reportingLive(allowing: test.allowingLive) { test.note($0) }
    needless?.watch(container)
    test.watch(needless)
    return container
  }
}
