import Facet
import FacetTestSupport
import Foundation
import Testing

/// An optional service that another thread removes and registers again.
@Suite(.timeLimit(.minutes(20))) struct OptionalRemovalTests {
  /// No arrangement can bring the removal between the steps of one resolve, so this asks often.
  @Test func `a resolve of an optional is never a failure`() {
    let (container, failures, wrong, isOver) = (Container(), Counter(), Counter(), Counter())
    container.failureHandler = { _ in failures.next() }
    concurrently(2) { index in
      if index == 0 {
        for _ in 0..<15_000 {
          container.register(Store.self) { _ in Store() }
          container.unregister(Store.self)
        }
        isOver.next()
      } else {
        while isOver.value == 0 {
          if container.resolve(Store?.self) == nil { wrong.next() }
        }
      }
    }
    #expect((failures.value, wrong.value) == (0, 0))
  }
}
