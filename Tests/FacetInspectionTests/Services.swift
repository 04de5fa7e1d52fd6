import Facet

// The services of the broken graphs. Their initializers say what each needs.

protocol Drink: AnyObject {}
protocol Hot {}

final class Leaf: Sendable {}
final class Water: Sendable {}
class Tea: Drink, @unchecked Sendable {
  init() {}
}
final class GreenTea: Tea, Hot, @unchecked Sendable {}
final class Cup: @unchecked Sendable {
  let content: Any
  var saucer: Saucer?
  init(_ content: Any = 0) { self.content = content }
}
final class Saucer: @unchecked Sendable {
  weak var cup: Cup?
  let content: Any
  init(_ content: Any = 0) { self.content = content }
}
final class Shop: @unchecked Sendable {
  let parts: [Any]
  init(_ parts: Any...) { self.parts = parts }
}
struct Price: Sendable {
  let cents: Int
}
struct NoStock: Error, CustomStringConvertible {
  let description = "no stock"
}

extension Container {
  /// Registers at a line of a file of its own, so that the texts do not change with the tests.
  @discardableResult
  func add<Service, each Argument>(
    _ type: Service.Type, name: String? = nil, line: Int,
    _ factory: @escaping @Sendable (any Resolver, repeat each Argument) throws -> Service
  ) -> ServiceEntry<Service> {
    register(type, name: name, fileID: "Shop/Wiring.swift", line: line, factory: factory)
  }
}

extension ServiceEntry {
  @discardableResult
  func also<Type>(_ type: Type.Type, name: String? = nil, line: Int) -> Self {
    implements(type, name: name, fileID: "Shop/Wiring.swift", line: line)
  }
}
