// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import ServiceLifecycle

/// Stands in for the module of that name: the declarations of it that the samples use.
public struct Request: Sendable {
  public let path: String
}

public protocol ResponseGenerator: Sendable {}

extension String: ResponseGenerator {}

public struct BasicRequestContext: Sendable {}

public final class Router<Context: Sendable> {
  public init(context: Context.Type = BasicRequestContext.self) {}

  @discardableResult
  public func get<Output: ResponseGenerator>(
    _ path: String, use handler: @escaping @Sendable (Request, Context) async throws -> Output
  ) -> Self { self }
}

public struct Application {
  public init<Context>(router: Router<Context>, services: [any Service] = []) {}

  public func runService() async throws {}
}
