/// Stands for the library of this name: the plugin looks at the names alone.
public final class Container {
  /// Makes a container that holds nothing.
  public init() {}

  /// Does nothing.
  public func register<T>(_ type: T.Type, name: String? = nil, factory: @escaping (Container) -> T) {}

  /// Finds nothing.
  public func resolve<T>(_ type: T.Type, name: String? = nil) -> T? { nil }
}
