// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// Stands for the library of this name: the plugin looks at the names alone, and an article has a bridge to it.
public final class Container: Resolver {
  /// Makes a container that holds nothing.
  public init() {}

  /// Does nothing.
  @discardableResult
  public func register<T>(
    _ type: T.Type, name: String? = nil, factory: @escaping (any Resolver) -> T
  ) -> ServiceEntry<T> { ServiceEntry() }

  /// Finds nothing.
  public func resolve<T>(_ type: T.Type, name: String?) -> T? { nil }

  public func synchronize() -> any Resolver { self }
}

public protocol Resolver {
  func resolve<T>(_ type: T.Type, name: String?) -> T?
}

extension Resolver {
  public func resolve<T>(_ type: T.Type) -> T? { resolve(type, name: nil) }
}

public final class ServiceEntry<Service> {
  @discardableResult
  public func inObjectScope(_ scope: ObjectScope) -> Self { self }
}

public final class ObjectScope: Sendable {
  public static let transient = ObjectScope()
}
