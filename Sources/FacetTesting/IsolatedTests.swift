import Facet
import Testing

/// The running isolated tests, and the requests for the real main container while they run.
enum IsolatedTests {
  private static let state = Guarded(State())

  private struct State {
    var running: [ObjectIdentifier: RunningTest] = [:]
    /// The issues already recorded while the same tests ran.
    var recorded: Set<String> = []
    var isFirst = true
  }

  private struct RunningTest {
    let test: IsolatedTest
    /// The number of nested tests; if there are any, they count, and the outer test does not.
    var innerCount = 0
  }

  /// Whether no test has ended yet.
  static var isFirst: Bool { state.withLock { $0.isFirst } }

  /// Adds a test; from the first test on, requests for the real main container are observed.
  static func begin(_ test: IsolatedTest, within outer: IsolatedTest?) {
    let replaced = state.withLock { state -> (any Sendable)? in
      state.running[ObjectIdentifier(test)] = RunningTest(test: test)
      if let outer { state.running[ObjectIdentifier(outer)]?.innerCount += 1 }
      return state.running.count == 1 ? MainContainer.setStandIn { containerForEscapedCode() } : nil
    }
    // Released outside the lock.
    withExtendedLifetime(replaced) {}
  }

  static func end(_ test: IsolatedTest, within outer: IsolatedTest?) {
    let ended = state.withLock { state -> (RunningTest?, (any Sendable)?) in
      if let outer { state.running[ObjectIdentifier(outer)]?.innerCount -= 1 }
      let ended = state.running.removeValue(forKey: ObjectIdentifier(test))
      state.isFirst = false
      guard state.running.isEmpty else { return (ended, nil) }
      state.recorded = []
      return (ended, MainContainer.setStandIn(nil))
    }
    withExtendedLifetime(ended) {}
  }

  /// Called when code asks for the main container at a place where no closure replaces it.
  private static func containerForEscapedCode() -> Container? {
    // A test that is not isolated, on its own task: it means the real main container.
    guard Test.current == nil else { return nil }
    let escape = Escape.current
    let running = state.withLock { $0.running.values.filter { $0.innerCount == 0 }.map(\.test) }
    if running.count == 1, let container = running[0].noteEscape(escape) { return container }
    // All tests may have ended just now.
    guard running.count > 1 else { return nil }
    let text = escape.text(candidates: Set(running.map(\.name)).sorted())
    guard state.withLock({ $0.recorded.insert(text).inserted }) else { return nil }
    recordOutsideOfTests(text)
    return nil
  }
}

/// Records an issue that belongs to no known test; the run fails.
func recordOutsideOfTests(_ text: String) {
  Issue.record(Comment(rawValue: text))
}
