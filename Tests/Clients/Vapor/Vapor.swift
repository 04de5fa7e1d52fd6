// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// Stands in for the module of that name: the declarations of it that the samples use.
public final class Application: Sendable {
  public struct Lifecycle: Sendable {
    public mutating func use(_ handler: any LifecycleHandler) {}
  }

  public var lifecycle: Lifecycle {
    get { Lifecycle() }
    set { _ = newValue }
  }

  public init() {}

  public func get(_ path: String..., use handler: @escaping @Sendable (Request) async throws -> String) {}
}

public final class Request: Sendable {}

public protocol LifecycleHandler: Sendable {
  func willBootAsync(_ application: Application) async throws
  func shutdownAsync(_ application: Application) async
}
