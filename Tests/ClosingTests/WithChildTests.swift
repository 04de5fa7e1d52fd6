import Facet
import FacetTestSupport
import Testing

private final class Transaction: Sendable {}
private final class User: Sendable {}
private struct Refusal: Error {}
private struct Disconnected: Error {}
/// It is not `Sendable`.
private final class Page { var lines = ["a line"] }

/// A child that is closed when its closure is over.
@Suite(.timeLimit(.minutes(20))) struct WithChildTests {
  private let app = Container()
  private let events = Recorder<String>()

  init() {
    app.failureHandler = { [events] in events.add("handler: \($0.description)") }
  }
  private func registerTransaction(
    onClose action: @escaping @Sendable (Transaction) throws -> Void = { _ in }
  ) {
    app.register(Transaction.self, fileID: "Shop/App.swift", line: 1) { _ in Transaction() }
      .inObjectScope(.scoped)
      .onClose { [events] transaction in
        events.add("end")
        try action(transaction)
      }
  }
  private func registerAwaitedTransaction(
    onClose action: @escaping @Sendable (Transaction) async throws -> Void = { _ in }
  ) {
    app.register(Transaction.self, fileID: "Shop/App.swift", line: 1) { _ async in Transaction() }
      .inObjectScope(.scoped)
      .onClose { [events] transaction async throws in
        await Task.yield()
        events.add("end")
        try await action(transaction)
      }
  }
  private let failedEnd = """
    'Transaction' was given up, and its onClose failed: Disconnected()

      Path:    Transaction
      Place:   registered at Shop/App.swift:1

    To fix this, do one of:
      • Fix what the onClose reports.
      • Catch the error in the onClose.
    """

  @Test func `the child has registrations of its own, and is closed before the call returns`() async throws {
    registerAwaitedTransaction()
    let (child, result) = try await app.withChild { request in
      request.register(User.self) { _ in User() }
      _ = try await request.requireAsync(Transaction.self)
      events.add("body")
      return (request, try request.require(User.self))
    }
    #expect(events.all == ["body", "end"])
    #expect(child.isClosed && !app.isClosed)
    #expect(child !== app && child.parent === app)
    withExtendedLifetime(result) {}
  }
  @Test func `so is the child of the plain form`() throws {
    registerTransaction()
    let child = try app.withChild { request in
      _ = try request.require(Transaction.self)
      events.add("body")
      return request
    }
    #expect(events.all == ["body", "end"])
    #expect(child.isClosed && !app.isClosed)
  }

  @Test func `an error of the body goes on, and the child is closed before`() async throws {
    registerAwaitedTransaction()
    await #expect(throws: Refusal.self) {
      try await app.withChild { request in
        _ = try await request.requireAsync(Transaction.self)
        throw Refusal()
      }
    }
    #expect(events.all == ["end"])
    registerTransaction()
    #expect(throws: Refusal.self) {
      try app.withChild { request in
        _ = try request.require(Transaction.self)
        throw Refusal()
      }
    }
    #expect(events.all == ["end", "end"])
  }
  @Test func `an error of the close is thrown if the body had none`() async throws {
    registerAwaitedTransaction { _ in throw Disconnected() }
    let error = await #expect(throws: CloseError.self) {
      try await app.withChild { request in _ = try await request.requireAsync(Transaction.self) }
    }
    #expect(error?.ended.map(\.description) == ["'Transaction'"])
    registerTransaction { _ in throw Disconnected() }
    let plain = #expect(throws: CloseError.self) {
      try app.withChild { request in _ = try request.require(Transaction.self) }
    }
    #expect(plain?.ended.map(\.description) == ["'Transaction'"])
    #expect(events.all == ["end", "end"])
  }
  @Test func `an error of the close goes to the failure handler if the body had one`() async throws {
    registerAwaitedTransaction { _ in throw Disconnected() }
    await #expect(throws: Refusal.self) {
      try await app.withChild { request in
        _ = try await request.requireAsync(Transaction.self)
        throw Refusal()
      }
    }
    registerTransaction { _ in throw Disconnected() }
    #expect(throws: Refusal.self) {
      try app.withChild { request in
        _ = try request.require(Transaction.self)
        throw Refusal()
      }
    }
    #expect(events.all == ["end", "handler: " + failedEnd, "end", "handler: " + failedEnd])
  }
  @Test func `the child's own failure handler gets it`() async throws {
    registerAwaitedTransaction { _ in throw Disconnected() }
    await #expect(throws: Refusal.self) {
      try await app.withChild { request in
        request.failureHandler = { [events] in events.add("child: \($0.key)") }
        _ = try await request.requireAsync(Transaction.self)
        throw Refusal()
      }
    }
    #expect(events.all == ["end", "child: 'Transaction'"])
  }

  @Test func `the plain form throws if an action must be awaited, or says so to the handler`() {
    registerAwaitedTransaction()
    app.register(User.self, fileID: "Shop/App.swift", line: 2) { _ in User() }
      .inObjectScope(.scoped)
      .onClose { _ async in }
    let error = #expect(throws: CloseError.self) {
      try app.withChild { request in _ = try request.require(User.self) }
    }
    #expect(error?.description.hasPrefix("Nothing is closed: 'User' must be awaited.") == true)
    #expect(throws: Refusal.self) {
      try app.withChild { request in
        _ = try request.require(User.self)
        throw Refusal()
      }
    }
    // What was not closed is released, too.
    let released = "handler: 'User' was released with a container that nobody had closed, and no onClose ran."
    #expect(
      events.all.map { String($0.prefix { !$0.isNewline }) } == [
        released,
        "handler: 'User' was given up, and its onClose failed: Nothing is closed: 'User' must be awaited.",
        released,
      ])
  }

  @Test func `a cancelled task ends its child all the same`() async throws {
    registerAwaitedTransaction { [events] _ in events.add("cancelled: \(Task.isCancelled)") }
    let stop = AsyncStop()
    let task = Task { [app] in
      try await app.withChild { request in
        _ = try await request.requireAsync(Transaction.self)
        await stop.halt()
        try Task.checkCancellation()
      }
    }
    await stop.waitForArrival()
    task.cancel()
    stop.release()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(events.all == ["end", "cancelled: false"])
  }
  @Test func `a body may close its child`() async throws {
    registerAwaitedTransaction()
    try await app.withChild { request in
      _ = try await request.requireAsync(Transaction.self)
      try await request.closeAsync()
      events.add("body")
    }
    #expect(events.all == ["end", "body"])
  }

  @MainActor @Test func `the body stays on the actor of its caller, and what it returns may leave it`()
    async throws
  {
    let own = Page()
    let page = try await app.withChild { request in
      MainActor.assertIsolated()
      own.lines.append("one more")
      _ = try? await request.requireAsync(Int.self)
      MainActor.assertIsolated()
      return Page()
    }
    let sent = Task.detached { page.lines.count }
    #expect(await sent.value == 1)
    #expect(own.lines.count == 2)
    let plain = try plainPage()
    #expect(await Task.detached { plain.lines.count }.value == 1)
  }
  @MainActor private func plainPage() throws -> sending Page {
    let own = Page()
    return try app.withChild { _ in
      own.lines.append("one more")
      return Page()
    }
  }
}
