import Facet
import FacetTestSupport
import Testing

private final class Store {}
private final class User {}

/// What is given up while a resolve is under way waits for its end.
@Suite(.timeLimit(.minutes(20))) struct RetirementTests {
  @Test func `a factory that blocks does not slow down what is given up meanwhile`() {
    let container = Container()
    let building = Stop()
    container.register(User.self) { _ in
      building.halt()
      return User()
    }
    container.register { Store() }.inObjectScope(.weak)
    let builder = ThreadRun { container.resolve(User.self) != nil }
    #expect(building.waitForArrival())
    let duration = processorTime {
      for _ in 0..<20_000 { _ = container.resolve(Store.self) }
    }
    building.release()
    #expect(builder.result == true)
    #expect(duration < .seconds(10))
  }
}
