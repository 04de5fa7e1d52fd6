import Facet
import Testing

/// A reset, and what is registered before it, take time in proportion to what there is.
@Suite(.timeLimit(.minutes(20))) struct LargeResetTests {
  private final class Store: Sendable {}

  @Test func `containers may be nested deeper than a stack is`() {
    var containers = [Container()]
    containers[0].register(Store.self) { _ in Store() }.inObjectScope(.container)
    for depth in 0..<20_000 { containers.append(Container(parent: containers[depth])) }
    let store = containers[0].resolve(Store.self)
    containers[20_000].resetObjectScope(.container)
    let other = containers[0].resolve(Store.self)
    #expect(other !== store)
    containers[0].resetObjectScope(.container)
    #expect(containers[0].resolve(Store.self) !== other)
    // The innermost first: each holds the one around it.
    while !containers.isEmpty { containers.removeLast() }
  }

  @Test func `a forward of a grandchild is reset with the container that has the service`() throws {
    let container = Container()
    let entry = container.register(Store.self) { _ in Store() }.inObjectScope(.container)
    let grandchild = Container(parent: Container(parent: container))
    grandchild.forward(AnyObject.self, name: "store", to: entry)
    container.removeAll()
    let store = try grandchild.require(AnyObject.self, name: "store")
    #expect(grandchild.resolve(AnyObject.self, name: "store") === store)
    container.resetObjectScope(.container)
    #expect(grandchild.resolve(AnyObject.self, name: "store") !== store)
  }

  @Test func `many decorated keys`() {
    let (container, count) = (Container(), 4_000)
    for number in 0..<count { container.decorate(Store.self, name: "\(number)") { _, _ in Store() } }
    for number in 0..<count {
      container.register(Store.self, name: "\(number)") { _ in Store() }.inObjectScope(.container)
    }
    let store = container.resolve(Store.self, name: "7")
    container.resetObjectScope(.container)
    #expect(container.resolve(Store.self, name: "7") !== store)
  }

  @Test func `many names of one type`() {
    let (container, count) = (Container(), 100_000)
    for number in 0..<count {
      container.register(Store.self, name: "\(number)") { _ in Store() }.inObjectScope(.container)
    }
    let store = container.resolve(Store.self, name: "7")
    container.resetObjectScope(.container, serviceType: Store.self)
    #expect(container.resolve(Store.self, name: "7") !== store)
  }
}
