/// Registers an application's services with ``Container/main`` before its first use.
///
/// ```swift
/// extension Container: AutoRegistering {
///   public static func registerAllServices() {
///     main.register { ViewModel(fetching: resolve(), updating: resolve()) }
///     main.register { CombinedService() }
///       .implements(Fetching.self, Updating.self)
///   }
/// }
/// let model: ViewModel = Container.resolve()
/// ```
///
/// Outside of this package the compiler asks to write `@retroactive AutoRegistering`.
public protocol AutoRegistering {
  /// Registers the services. Called once, by the thread that uses the main container first; others wait for it.
  static func registerAllServices()
}
