import Facet

/// A test, or a test case, that runs with its own main container.
final class IsolatedTest: Sendable {
  /// Records an issue; called on the task of the running test.
  ///
  /// A warning does not make it fail.
  typealias Recorder = @Sendable (_ text: String, _ isWarning: Bool) -> Void

  /// The name of the test, with its place.
  let name: String
  /// The remedy that allows production services.
  let allowingProduction: String
  private let record: Recorder
  private let state = Guarded(State())

  private struct State {
    var container: Container?
    /// Issues from outside the test's task.
    var texts: [String] = []
    /// How often escaped code asked for the main container, by the kind of place.
    var escapes: [Escape: Int] = [:]
    /// Whether this test began before any isolated test ended.
    var isFirst = true
    var needless: NeedlessOverrides?
  }

  @TaskLocal private static var current: IsolatedTest?

  /// The enclosing test: an outer trait of the same test.
  private let outer = IsolatedTest.current

  init(
    name: String, allowingProduction: String = "remove allowsProduction: false", record: @escaping Recorder
  ) {
    (self.name, self.allowingProduction, self.record) = (name, allowingProduction, record)
  }

  /// Runs a part of the test with the container as the main container, then records the issues.
  func run<Result>(with container: Container, _ operation: () throws -> Result) rethrows -> Result {
    begin(with: container)
    defer { end() }
    return try IsolatedTest.$current.withValue(self) {
      try Container.withMain(container, operation: operation)
    }
  }

  /// Runs an asynchronous part of the test with the container as the main container, then records the issues.
  func run<Result>(
    with container: Container, isolation: isolated (any Actor)? = #isolation,
    _ operation: () async throws -> Result
  ) async rethrows -> Result {
    begin(with: container)
    defer { end() }
    return try await IsolatedTest.$current.withValue(
      self,
      operation: { try await Container.withMain(container, isolation: isolation, operation: operation) },
      isolation: isolation)
  }

  private func begin(with container: Container) {
    let isFirst = IsolatedTests.isFirst
    state.withLock { state in
      state.container = container
      state.isFirst = isFirst
    }
    IsolatedTests.begin(self, within: outer)
  }

  private func end() {
    IsolatedTests.end(self, within: outer)
    let ended = state.withLock { state in
      let ended = state
      state = State()
      return ended
    }
    for (escape, count) in ended.escapes.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      record(escape.text(count: count, isFirst: ended.isFirst), false)
    }
    for text in ended.texts { record(text, false) }
    for text in ended.needless?.texts ?? [] { record(text, true) }
  }
  /// Says at the end which of them the test has not resolved; what its container resolves counts for the enclosing tests, too.
  func watch(_ needless: NeedlessOverrides?, in container: Container) {
    state.withLock { $0.needless = needless }
    for test in sequence(first: self, next: \.outer) { test.state.value.needless?.watch(container) }
  }

  /// Keeps an issue until the end of the test, which can record it.
  func note(_ text: String) {
    let hasEnded = state.withLock { state in
      guard state.container != nil else { return true }
      if !state.texts.contains(text) { state.texts.append(text) }
      return false
    }
    if hasEnded { recordOutsideOfTests("After the end of \(name):\n\n\(text)") }
  }

  /// Counts a request of escaped code for the main container, and returns the test's container; `nil` if the test has just ended.
  func noteEscape(_ escape: Escape) -> Container? {
    state.withLock { state in
      guard let container = state.container else { return nil }
      state.escapes[escape, default: 0] += 1
      return container
    }
  }
}

/// The place of code that belongs to no test.
enum Escape: Int {
  case detachedTask
  case thread

  /// The place of the caller.
  static var current: Escape { unsafe withUnsafeCurrentTask { unsafe $0 == nil } ? .thread : .detachedTask }

  var text: String {
    switch self {
    case .detachedTask: "a detached task"
    case .thread: "a thread or a queue"
    }
  }

  func text(count: Int, isFirst: Bool) -> String {
    """
    Code that left the test asked for 'Container.main' on \(text)\(count == 1 ? "" : ", \(count) times").

      It got the container of the test, because no other isolated test ran at the time.\
    \(isFirst ? "" : "\n  If this test starts nothing of the kind, a test before it did.")

    To fix this, do one of:
      • Start it with 'Task { … }' or as a child task, which belong to the test.
      • Carry the container over: let main = Container.main … Container.withMain(main) { … }
      • Pass its dependencies, so that it does not ask for 'Container.main'.
      • If it is the application's own work, say so: Container.withApplicationMain { … }
    """
  }

  func text(candidates: [String]) -> String {
    """
    Code that left its test asked for 'Container.main' on \(text), and got the real one.

    \(list(candidates))

    To fix this, do one of:
      • Start it with 'Task { … }' or as a child task, which belong to the test.
      • Carry the container over: let main = Container.main … Container.withMain(main) { … }
      • Pass its dependencies, so that it does not ask for 'Container.main'.
      • If it is the application's own work, say so: Container.withApplicationMain { … }
      • To find the test, run these one at a time.
    """
  }

  private func list(_ candidates: [String]) -> String {
    let shown = candidates.count > 10 ? Array(candidates.prefix(9)) : candidates
    var lines = shown.enumerated().map { ($0 == 0 ? "  Running:   " : "             ") + $1 }
    if shown.count < candidates.count {
      lines.append("             (\(candidates.count - shown.count) more)")
    }
    return lines.joined(separator: "\n")
  }
}
