import Facet
import FacetTestSupport
import Testing

private final class Start: Sendable {}
private final class Link<Previous: Sendable>: Sendable {
  let previous: Previous
  init(previous: Previous) { self.previous = previous }
}

/// Registers a chain of so many services that each need the one before, and gives what resolves the last one.
private func register<Service: Sendable>(
  _ count: Int, after _: Service.Type, _ container: Container
) -> @Sendable () -> Bool {
  guard count > 0 else { return { container.resolve(Service.self) != nil } }
  container.autoregister(Link<Service>.self, initializer: Link.init)
  return register(count - 1, after: Link<Service>.self, container)
}

/// Services that are registered by initializers need no more of the stack than the contract says.
@Suite(.timeLimit(.minutes(20))) struct InitializerDepthTests {
  @Test(arguments: [(999, 8 << 20), (99, 512 << 10)])
  func `a chain of initializers resolves on the stack that it was promised`(count: Int, stackSize: Int) {
    let container = Container()
    container.autoregister(Start.self, initializer: Start.init)
    let isResolved = ThreadRun(stackSize: 16 << 20) { register(count, after: Start.self, container) }.result
    #expect(ThreadRun(stackSize: stackSize) { isResolved?() ?? false }.result == true)
  }
}
