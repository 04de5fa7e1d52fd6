import Facet

// The services of graphs. Their initializers say what each needs.

package protocol Drink: AnyObject {}
package protocol Hot {}

package final class Leaf: Sendable {
  package init() {}
}
package final class Water: Sendable {
  package init() {}
}
package class Tea: Drink, @unchecked Sendable {
  package init() {}
}
package final class GreenTea: Tea, Hot, @unchecked Sendable {}
package final class Cup: @unchecked Sendable {
  package let content: Any
  package var saucer: Saucer?
  package init(_ content: Any = 0) { self.content = content }
}
package final class Saucer: @unchecked Sendable {
  package weak var cup: Cup?
  package let content: Any
  package init(_ content: Any = 0) { self.content = content }
}
package final class Shop: @unchecked Sendable {
  package let parts: [Any]
  package init(_ parts: Any...) { self.parts = parts }
}
package struct Price: Sendable {
  package let cents: Int
  package init(cents: Int) { self.cents = cents }
}
package struct NoStock: Error, CustomStringConvertible {
  package init() {}
  package let description = "no stock"
}

extension Container {
  /// Registers at a line of a file of its own, so that the texts do not change with the tests.
  @discardableResult
  package func add<Service, each Argument>(
    _ type: Service.Type, name: String? = nil, line: Int,
    _ factory: @escaping @Sendable (any Resolver, repeat each Argument) throws -> Service
  ) -> ServiceEntry<Service> {
    register(type, name: name, fileID: "Shop/Wiring.swift", line: line, factory: factory)
  }
}

extension ServiceEntry {
  @discardableResult
  package func also<Type>(_ type: Type.Type, name: String? = nil, line: Int) -> Self {
    implements(type, name: name, fileID: "Shop/Wiring.swift", line: line)
  }
}
