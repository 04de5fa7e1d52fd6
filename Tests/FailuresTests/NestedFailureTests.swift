import Facet
import FacetTestSupport
import Testing

private final class Tea: Sendable {}
private final class Cup: Sendable {}

private let missingCup = """
  No registration matches 'Cup'.

    Path:   Cup

  To fix this, do one of:
    • Register it: container.register(Cup.self) { resolver in … }

  """

/// A failure handler may fail to resolve: that goes to standard error, and not to the handler again.
@Suite(.timeLimit(.minutes(20))) struct NestedFailureTests {
  @Test func `a handler that resolves something missing is called once for each failure`() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      endProcess()
      let (container, calls) = (Container(), Counter())
      container.failureHandler = { [unowned container] _ in
        calls.next()
        guard container.resolve(Cup.self) == nil else { fatalError("found") }
      }
      guard container.resolve(Tea.self) == nil, calls.value == 1 else { fatalError("\(calls.value)") }
      guard container.resolve(Tea.self) == nil, calls.value == 2 else { fatalError("\(calls.value)") }
    }
    #expect(try errorOutput(result) == missingCup + missingCup)
  }

  @Test func `handlers of two containers do not call one another for ever`() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      endProcess()
      let (first, second, calls) = (Container(), Container(), Counter())
      first.failureHandler = { [unowned second] _ in
        calls.next()
        _ = second.resolve(Cup.self)
      }
      second.failureHandler = { [unowned first] _ in
        calls.next()
        _ = first.resolve(Cup.self)
      }
      guard first.resolve(Tea.self) == nil, calls.value == 1 else { fatalError("\(calls.value)") }
    }
    #expect(try errorOutput(result) == missingCup)
  }

  @Test func `after a nested failure the handler is called as before`() {
    let (container, seen) = (Container(), Recorder<String>())
    container.failureHandler = { error in
      seen.add(error.key.description)
    }
    #expect(container.resolve(Tea.self) == nil)
    #expect(container.resolve(Cup.self) == nil)
    #expect(seen.all == ["'Tea'", "'Cup'"])
  }

  @Test func `a failure that a handler catches is not told at all`() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      endProcess()
      let (container, calls) = (Container(), Counter())
      container.failureHandler = { [unowned container] _ in
        calls.next()
        _ = try? container.require(Cup.self)
      }
      guard container.resolve(Tea.self) == nil, calls.value == 1 else { fatalError("\(calls.value)") }
    }
    #expect(try errorOutput(result) == "")
  }
}
