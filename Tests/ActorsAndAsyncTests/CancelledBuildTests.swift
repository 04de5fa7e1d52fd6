import Facet
import FacetTestSupport
import Testing

private final class Connection: Sendable {}

/// What nobody waits for any more is cancelled; who waits is not harmed by it.
@Suite(.timeLimit(.minutes(20))) struct CancelledBuildTests {
  private let app = Container()
  private let trace = Recorder<String>()
  private let begun = AsyncStop()

  /// Registers a connection that waits for ever, or until its task is cancelled.
  private func registerConnection(in scope: ObjectScope, isEager: Bool = false) {
    let entry = app.register(Connection.self) { [trace, begun] _ async throws in
      trace.add("begins")
      if trace.all.count > 1 { return Connection() }
      Task { await begun.halt() }
      do { try await Task.sleep(nanoseconds: 1_000_000_000_000) } catch {
        trace.add("cancelled")
        throw error
      }
      return Connection()
    }.inObjectScope(scope).onClose { [trace] _ in trace.add("ends") }
    if isEager { entry.startsEagerly() }
  }
  /// Registers one that does not look at its cancellation.
  private func registerDeafConnection(until gate: AsyncGate, isEager: Bool = false) {
    let entry = app.register(Connection.self) { [trace, begun] _ async in
      trace.add("begins")
      if trace.all.count > 1 { return Connection() }
      Task { await begun.halt() }
      await gate.pass()
      trace.add("cancelled: \(Task.isCancelled)")
      return Connection()
    }.inObjectScope(.container).onClose { [trace] _ in trace.add("ends") }
    if isEager { entry.startsEagerly() }
  }

  @Test(arguments: [ObjectScope.scoped, .graph, .transient])
  func `a client that goes away cancels what is built for it, and the close does not wait`(
    scope: ObjectScope
  ) async throws {
    registerConnection(in: scope)
    let request = Container(parent: app)
    let client = Task { try await request.requireAsync(Connection.self) }
    await begun.waitForArrival()
    client.cancel()
    let failure = await #expect(throws: ResolutionError.self) { try await client.value }
    #expect(failure?.underlyingError is CancellationError)
    try await request.closeAsync()
    #expect(trace.all == ["begins", "cancelled"])
  }

  @Test func `who waits for a scoped service that another client left builds it`() async throws {
    registerConnection(in: .scoped)
    let request = Container(parent: app)
    let client = Task { try await request.requireAsync(Connection.self) }
    await begun.waitForArrival()
    let other = Task { try await request.requireAsync(Connection.self) }
    await letOthersRun()
    client.cancel()
    let connection = try await other.value
    #expect(try await request.requireAsync(Connection.self) === connection)
    try await request.closeAsync()
    #expect(trace.all == ["begins", "cancelled", "begins", "ends"])
  }

  @Test func `a kept service that its client left is built on, for the next one`() async throws {
    let gate = AsyncGate()
    registerDeafConnection(until: gate)
    let client = Task { [app] in try await app.requireAsync(Connection.self) }
    await begun.waitForArrival()
    client.cancel()
    let failure = await #expect(throws: ResolutionError.self) { try await client.value }
    #expect(failure?.code == .cancelled)
    #expect(failure?.underlyingError is CancellationError)
    let next = Task { [app] in try await app.requireAsync(Connection.self) }
    await letOthersRun()
    gate.open()
    _ = try await next.value
    #expect(trace.all == ["begins", "cancelled: false"])
  }

  @Test(arguments: [false, true])
  func `a close cancels a kept service that its client left`(isAwaited: Bool) async throws {
    registerConnection(in: .container)
    let client = Task { [app] in try await app.requireAsync(Connection.self) }
    await begun.waitForArrival()
    client.cancel()
    _ = await client.result
    if isAwaited { try await app.closeAsync() } else { try app.closeNow() }
    while trace.all.count < 2 { await Task.yield() }
    #expect(trace.all == ["begins", "cancelled"])
  }

  @Test func `a client that leaves while the container is closed cancels what it waited for`() async throws {
    registerConnection(in: .container)
    let client = Task { [app] in try await app.requireAsync(Connection.self) }
    await begun.waitForArrival()
    let close = Task { [app] in try await app.closeAsync() }
    while !app.isClosed { await Task.yield() }
    await letOthersRun()
    #expect(trace.all == ["begins"])
    client.cancel()
    try await close.value
    #expect(trace.all == ["begins", "cancelled"])
  }

  @Test func `what is cancelled and made all the same ends before the close returns`() async throws {
    let gate = AsyncGate()
    registerDeafConnection(until: gate)
    let client = Task { [app] in try await app.requireAsync(Connection.self) }
    await begun.waitForArrival()
    client.cancel()
    _ = await client.result
    let close = Task { [app, trace] in
      try await app.closeAsync()
      trace.add("closed")
    }
    while !app.isClosed { await Task.yield() }
    await letOthersRun()
    gate.open()
    try await close.value
    #expect(trace.all == ["begins", "cancelled: true", "ends", "closed"])
  }

  @Test func `a start that is cancelled cancels what it began, and who asks next builds anew`() async throws {
    let gate = AsyncGate()
    registerDeafConnection(until: gate, isEager: true)
    let start = Task { [app] in try await app.startAsync() }
    await begun.waitForArrival()
    start.cancel()
    let failure = await #expect(throws: StartError.self) { try await start.value }
    #expect(failure?.failures.map(\.code) == [.cancelled])
    let connection = try await app.requireAsync(Connection.self)
    gate.open()
    while trace.all.count < 4 { await Task.yield() }
    #expect(trace.all == ["begins", "begins", "cancelled: true", "ends"])
    #expect(try await app.requireAsync(Connection.self) === connection)
  }

  @Test func `a start that is cancelled takes the service from nobody who waits for it`() async throws {
    let gate = AsyncGate()
    registerDeafConnection(until: gate, isEager: true)
    let start = Task { [app] in try await app.startAsync() }
    await begun.waitForArrival()
    let client = Task { [app] in try await app.requireAsync(Connection.self) }
    await letOthersRun()
    start.cancel()
    _ = await start.result
    gate.open()
    _ = try await client.value
    #expect(trace.all == ["begins", "cancelled: false"])
  }

  @Test func `what a cancelled start awaits for another service is cancelled, too`() async throws {
    registerConnection(in: .container)
    app.register(String.self) { r async throws in
      _ = try await r.requireAsync(Connection.self)
      return "server"
    }.inObjectScope(.container).startsEagerly()
    let start = Task { [app] in try await app.startAsync() }
    await begun.waitForArrival()
    start.cancel()
    _ = await start.result
    while trace.all.count < 2 { await Task.yield() }
    #expect(trace.all == ["begins", "cancelled"])
  }
}

extension Container {
  /// A close that is not awaited, from code that may await.
  fileprivate func closeNow() throws { try close() }
}
