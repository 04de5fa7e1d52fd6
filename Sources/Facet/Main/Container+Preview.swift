extension Container {
  /// Replaces ``main`` by a container with other services, for a preview.
  ///
  /// The container has the registrations of `registerAllServices`, and then those of the closure. As with ``overriding(_:)``, these reach every
  /// consumer and every forward, and the decorators of the key wrap them. A preview draws its views later and outside of any task. So the container
  /// replaces the main one for the whole process until the next preview.
  ///
  /// ```swift
  /// #Preview {
  ///   let _ = Container.preview { $0.register(Client.self) { PreviewClient() } }
  ///   return ArticleList()
  /// }
  /// ```
  ///
  /// Tests run in parallel: use ``withMain(_:operation:)-(_,()->Result)`` or the module `FacetTesting` for them.
  ///
  /// - Parameter overrides: registers services with the container that it receives. That container is the main one meanwhile.
  /// - Returns: the container.
  /// - Throws: the error of the closure; then nothing has changed.
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
