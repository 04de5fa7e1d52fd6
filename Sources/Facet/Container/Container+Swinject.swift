/// What Swinject has and a container does not need.
extension Container {
  /// Swinject's function for its texts, one for all containers.
  ///
  /// Remove the line. Each container has a ``failureHandler``, which prints if nobody says otherwise: `container.failureHandler = { _ in }`
  /// is silence.
  @available(*, unavailable, message: "remove it, or set the failureHandler of a container")
  public static var loggingFunction: ((String) -> Void)? {
    get { nil }
    set {}
  }

  /// Gives the container itself: it is safe from any thread as it is.
  ///
  /// - Returns: the container.
  @available(*, deprecated, message: "A container is safe from any thread; use it as it is.")
  @_documentation(visibility: internal)
  public func synchronize() -> any Resolver { self }
}
