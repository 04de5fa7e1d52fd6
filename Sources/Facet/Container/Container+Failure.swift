extension Container {
  /// Receives the reason of every failed resolve that gives `nil`.
  ///
  /// By default the handler of the parent is used. At the top, the default handler prints the error to standard error. Resolves that throw or
  /// stop the program report the reason themselves. A missing `T?` is no failure.
  ///
  /// ```swift
  /// container.failureHandler = { error in logger.error("\(error)") }
  /// ```
  ///
  /// A handler may resolve. Failures in the handler go to standard error, because the handler would call itself without end.
  ///
  /// - Threads: called on the thread that resolves, with no lock held.
  @available(swift, introduced: 6)
  public var failureHandler: @Sendable (ResolutionError) -> Void {
    get { registry.failureHandler }
    set { registry.failureHandler = newValue }
  }

  /// Receives the reason of every failed resolve that gives `nil`; in Swift 5 mode.
  @available(swift, obsoleted: 6)
  @_documentation(visibility: internal)
  public var failureHandler: (ResolutionError) -> Void {
    get { registry.failureHandler }
    set {
      let unchecked = SwiftFiveClosure(call: newValue)
      registry.failureHandler = { unchecked.call($0) }
    }
  }

  /// Whether the failure handler is called when Swift 5 code runs outside the actor that it was written on.
  ///
  /// Such code runs where the service is resolved, and does not fail. With this property set, each such run is reported as
  /// ``ResolutionError/Code/wrongActor``. The default is the value of the parent, and `false` at the top. Swift 6 code always runs on its
  /// actor.
  public var reportsWrongActor: Bool {
    get { registry.reportsWrongActor }
    set { registry.reportsWrongActor = newValue }
  }
}
