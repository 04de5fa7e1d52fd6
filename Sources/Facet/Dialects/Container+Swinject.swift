/// Swinject's members that a container does not need.
extension Container {
  /// Swinject's logging function, one for all containers.
  ///
  /// Remove the line. Each container has a ``failureHandler``, which prints by default. To silence it, write
  /// `container.failureHandler = { _ in }`.
  @available(*, unavailable, message: "remove it, or set the failureHandler of a container")
  public static var loggingFunction: ((String) -> Void)? {
    get { nil }
    set {}
  }

  /// Returns the container itself, which is thread-safe already.
  ///
  /// - Returns: the container.
  @available(*, deprecated, message: "A container is safe from any thread; use it as it is.")
  @_documentation(visibility: internal)
  public func synchronize() -> any Resolver { self }
}
