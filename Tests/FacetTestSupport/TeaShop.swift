import Facet

// The services of graphs. Their initializers say what each needs.

public protocol Drink: AnyObject {}
public protocol Hot {}

public final class Leaf: Sendable {
  public init() {}
}
public final class Water: Sendable {
  public init() {}
}
open class Tea: Drink, @unchecked Sendable {
  public init() {}
}
public final class GreenTea: Tea, Hot, @unchecked Sendable {}
public final class Cup: @unchecked Sendable {
  public let content: Any
  public var saucer: Saucer?
  public init(_ content: Any = 0) { self.content = content }
}
public final class Saucer: @unchecked Sendable {
  public weak var cup: Cup?
  public let content: Any
  public init(_ content: Any = 0) { self.content = content }
}
public final class Shop: @unchecked Sendable {
  public let parts: [Any]
  public init(_ parts: Any...) { self.parts = parts }
}
public struct Price: Sendable {
  public let cents: Int
  public init(cents: Int) { self.cents = cents }
}
public struct NoStock: Error, CustomStringConvertible {
  public init() {}
  public let description = "no stock"
}

extension Container {
  /// Registers at a line of a file of its own, so that the texts do not change with the tests.
  @discardableResult
  public func add<Service, each Argument>(
    _ type: Service.Type, name: String? = nil, line: Int,
    _ factory: @escaping @Sendable (any Resolver, repeat each Argument) throws -> Service
  ) -> ServiceEntry<Service> {
    register(type, name: name, fileID: "Shop/Wiring.swift", line: line, factory: factory)
  }
}

extension ServiceEntry {
  @discardableResult
  public func also<Type>(_ type: Type.Type, name: String? = nil, line: Int) -> Self {
    implements(type, name: name, fileID: "Shop/Wiring.swift", line: line)
  }
}
