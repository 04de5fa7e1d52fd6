import Facet
import FacetTestSupport
import Testing

/// A reset, and what is registered before it, take time in proportion to what there is.
@Suite(.timeLimit(.minutes(20))) struct LargeResetTests {
  private let container = Container()

  @Test func `containers may be nested deeper than a stack is`() {
    var containers = [container]
    container.register { Store() }.inObjectScope(.container)
    for depth in 0..<20_000 { containers.append(Container(parent: containers[depth])) }
    containers[10_000].register(Store.self, name: "between") { Store() }
    let store = containers[20_000].resolve(Store.self)
    #expect(containers[20_000].resolveAll(Store.self).count == 2)
    containers[20_000].resetObjectScope(.container)
    #expect(container.resolve(Store.self) !== store)
    // The innermost first: each holds the one around it.
    while !containers.isEmpty { containers.removeLast() }
  }

  @Test func `many decorated keys`() {
    let count = 1_000
    for number in 0..<count { container.decorate(Store.self, name: "\(number)") { _, _ in Store() } }
    for number in 0..<count {
      container.register(Store.self, name: "\(number)") { _ in Store() }.inObjectScope(.container)
    }
    let store = container.resolve(Store.self, name: "7")
    container.resetObjectScope(.container)
    #expect(container.resolve(Store.self, name: "7") !== store)
  }

  @Test func `many names of one type`() {
    for number in 0..<30_000 {
      container.register(Store.self, name: "\(number)") { _ in Store() }.inObjectScope(.container)
    }
    let store = container.resolve(Store.self, name: "7")
    container.resetObjectScope(.container, serviceType: Store.self)
    #expect(container.resolve(Store.self, name: "7") !== store)
  }

  @Test func `many children on a small stack`() {
    let entry = container.register { Store() }.inObjectScope(.scoped)
    let children = (0..<5_000).map { _ in Container(parent: container) }
    let stores = children.map { $0.resolve(Store.self)! }
    _ = ThreadRun(stackSize: 512 << 10) { entry.inObjectScope(.graph) }.result
    #expect(zip(children, stores).allSatisfy { $0.resolve(Store.self) !== $1 })
  }
}
