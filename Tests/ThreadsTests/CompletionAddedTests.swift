import Facet
import FacetTestSupport
import Testing

/// A completion that another thread adds while a shared service is being built.
@Suite(.timeLimit(.minutes(20))) struct CompletionAddedTests {
  @Test func `a shared service is built once, and completed as it was when it was found`() {
    let (container, builds, completed) = (Container(), Counter(), Counter())
    let building = Stop()
    let entry = container.register(Store.self) { _ in
      builds.next()
      building.halt()
      return Store()
    }.inObjectScope(.container)
    let first = ThreadRun { container.resolve(Store.self) }
    building.waitForArrival()
    entry.initCompleted { _, _ in completed.next() }
    building.release()
    let stores = [container.resolve(Store.self), first.result ?? nil, container.resolve(Store.self)]
    #expect(stores.allSatisfy { $0 != nil && $0 === stores[0] })
    #expect(builds.value == 1 && completed.value == 0)
  }
}
