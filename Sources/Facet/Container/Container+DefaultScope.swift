extension Container {
  /// The scope of the entries that are registered from now on, where nothing else is said; graph scope if nothing was given.
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
  /// What is registered already keeps its scope, and children have a default of their own.
  ///
  /// - Threads: may be used from any thread. A registration of another thread at the same time has either scope.
  public var defaultObjectScope: ObjectScope {
    get { registry.defaultScope }
    set { registry.defaultScope = newValue }
  }
}
