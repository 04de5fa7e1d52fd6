extension Lazy {
  /// Swinject's name for ``value``.
  @_documentation(visibility: internal)
  @_alwaysEmitIntoClient
  public var instance: Service { value }
}

extension ServiceProvider where Types == Void {
  /// A service, resolved for this call.
  ///
  /// Swinject uses this name for the call of a provider, `makeDie()`.
  ///
  /// - Precondition: the service can be resolved, and the container exists. If not, the program stops with the full reason.
  ///   ``require(_:)`` throws the reason instead.
  @_documentation(visibility: internal)
  @_alwaysEmitIntoClient
  public var instance: Service {
    do { return try service(nil) } catch { stop(error) }
  }
}
