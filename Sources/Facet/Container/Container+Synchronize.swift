extension Container {
  /// Gives the container itself: it is safe from any thread as it is.
  ///
  /// - Returns: the container.
  @available(*, deprecated, message: "A container is safe from any thread; use it as it is.")
  public func synchronize() -> any Resolver { self }
}
