extension Container {
  /// Lets a container with other services stand in for ``main``, for a preview.
  ///
  /// The container has what `registerAllServices` registers, and then what the closure says: as with
  /// ``overriding(_:)``, it reaches every consumer and every forward, and the decorators of the key wrap it. A preview draws its views later and on no task of its
  /// own, so the container stands in for the whole process until the next preview takes its place.
  ///
  /// ```swift
  /// #Preview {
  ///   let _ = Container.preview { $0.register(Client.self) { PreviewClient() } }
  ///   return ArticleList()
  /// }
  /// ```
  ///
  /// Tests run side by side; let them use ``withMain(_:operation:)-(_,()->Result)``, or the module `FacetTesting`.
  ///
  /// - Parameter overrides: registers services, with the container that it receives, which is the main one meanwhile.
  /// - Returns: the container.
  /// - Throws: what the closure throws; then nothing has changed.
  @discardableResult
  public static func preview(_ overrides: (Container) throws -> Void) rethrows -> Container {
    let application = Container()
    MainContainer.registerAllServices(with: application)
    let container = try application.overriding { container in
      try MainContainer.with(container) { try overrides(container) }
    }
    _ = MainContainer.setStandIn { container }
    return container
  }
}
