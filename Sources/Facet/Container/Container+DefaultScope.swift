extension Container {
  /// The scope of later registrations that set no scope of their own; initially graph scope.
  ///
  /// ```swift
  /// extension Container: @retroactive AutoRegistering {
  ///   public static func registerAllServices() {
  ///     main.defaultObjectScope = .container
  ///     main.register { Client() }          // one for all
  ///   }
  /// }
  /// ```
  ///
  /// Existing registrations keep their scope. Children have their own default scope.
  ///
  /// - Threads: may be used from any thread. A registration on another thread at the same time gets the old or the new
  ///   scope.
  public var defaultObjectScope: ObjectScope {
    get { registry.defaultScope }
    set { registry.defaultScope = newValue }
  }
}
