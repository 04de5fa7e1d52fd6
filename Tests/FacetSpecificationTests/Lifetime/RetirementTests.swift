import Facet
import Foundation
import Testing

private final class Store {}
private final class User {}

/// What is given up while a resolve is under way waits for its end.
@Suite(.timeLimit(.minutes(2))) struct RetirementTests {
  @Test func `a factory that blocks does not slow down what is given up meanwhile`() {
    let container = Container()
    let (entered, left) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    container.register(User.self) { _ in
      entered.signal()
      left.wait()
      return User()
    }
    container.register { Store() }.inObjectScope(.weak)
    let thread = Thread {
      _ = container.resolve(User.self)
      left.signal()
    }
    thread.start()
    entered.wait()
    let duration = ContinuousClock().measure {
      for _ in 0..<20_000 { _ = container.resolve(Store.self) }
    }
    left.signal()
    #expect(duration < .seconds(10))
  }
}
