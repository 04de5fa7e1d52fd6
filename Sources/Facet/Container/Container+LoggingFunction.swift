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
}
