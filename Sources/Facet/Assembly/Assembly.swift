/// Registers the services of one part of an application.
///
/// ```swift
/// struct StoreAssembly: Assembly {
///   func assemble(container: Container) {
///     container.register(Store.self) { _ in Store() }.inObjectScope(.container)
///   }
/// }
/// let assembler = Assembler([StoreAssembly(), ServiceAssembly()])
/// ```
public protocol Assembly {
  /// Registers services.
  ///
  /// - Parameter container: the container of the assembler.
  func assemble(container: Container)

  /// Called when all assemblies that are applied together have registered their services.
  ///
  /// - Parameter resolver: resolves everything that is registered.
  func loaded(resolver: any Resolver)
}

extension Assembly {
  /// Does nothing.
  ///
  /// - Parameter resolver: resolves everything that is registered.
  public func loaded(resolver: any Resolver) {}
}
