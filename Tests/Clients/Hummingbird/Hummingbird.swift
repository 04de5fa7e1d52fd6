// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import ServiceLifecycle

/// Stands in for the module of that name: the declarations of it that the samples use.
public struct Request: Sendable {
  public let uri: URI
}

public struct URI: Sendable {
  public let path: String
}

public struct ByteBuffer: Sendable {
  public init(string: String) {}
}

public protocol ResponseBodyWriter {
  mutating func write(_ buffer: ByteBuffer) async throws
  consuming func finish(_ trailingHeaders: HTTPFields?) async throws
}

public struct HTTPFields: Sendable {}

public struct ResponseBody: Sendable {
  public init(
    contentLength: Int? = nil,
    _ write: @Sendable @escaping (inout any ResponseBodyWriter) async throws -> Void
  ) {}
}

public struct HTTPResponse: Sendable {
  public struct Status: Sendable {
    public static var ok: Status { Status() }
  }
}

public struct Response: ResponseGenerator {
  public init(status: HTTPResponse.Status, body: ResponseBody) {}
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

  public mutating func beforeServerStarts(perform process: @escaping @Sendable () async throws -> Void) {}

  public func runService() async throws {}
}
