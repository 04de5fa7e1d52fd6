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
  /// Registers the services.
  ///
  /// - Parameter container: the container of the assembler.
  func assemble(container: Container)

  /// Called after all assemblies that are applied together have registered their services.
  ///
  /// - Parameter resolver: resolves all registered services.
  func loaded(resolver: any Resolver)
}

extension Assembly {
  /// Does nothing.
  ///
  /// - Parameter resolver: resolves all registered services.
  public func loaded(resolver: any Resolver) {}
}

/// Builds a container from assemblies, and holds it.
///
/// If assemblies are applied together, all of them register their services before the first call of
/// ``Assembly/loaded(resolver:)``.
///
/// - Threads: safe from any thread.
public final class Assembler: Sendable {
  /// The container of the assemblies: use it to close, verify or draw the container.
  public let container: Container

  /// Resolves the services of the assemblies.
  public var resolver: any Resolver { container }

  /// Makes an assembler without assemblies.
  ///
  /// - Parameter container: the container to register with; a new one if left out or `nil`.
  public init(container: Container? = Container()) {
    self.container = container ?? Container()
  }

  /// Makes an assembler and applies assemblies.
  ///
  /// - Parameters:
  ///   - assemblies: register their services, in order.
  ///   - container: the container to register with; a new one if left out or `nil`.
  public convenience init(_ assemblies: [any Assembly], container: Container? = Container()) {
    self.init(container: container)
    apply(assemblies: assemblies)
  }

  /// Applies assemblies together.
  ///
  /// Their registrations appear to other threads as a whole, before the first call of `loaded`: see
  /// ``Container/registerAtomically(_:)``.
  ///
  /// - Parameter assemblies: all register their services, in order; then `loaded` is called for each of them.
  public func apply(assemblies: [any Assembly]) {
    container.registerAtomically { container in
      for assembly in assemblies {
        let first = Origin.nextOrder
        assembly.assemble(container: container)
        container.registry.add(type(of: assembly), since: first)
      }
    }
    for assembly in assemblies { assembly.loaded(resolver: container) }
  }
}
