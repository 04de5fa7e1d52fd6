import Facet
import FacetInspection
import FacetTestSupport
import Testing

private final class Pool: Sendable {}
private final class Connection: Sendable {}
private final class Log: Sendable {}

/// What a check builds ends with it.
@Suite struct VerificationEndTests {
  private let app = Container()
  private let trace = Recorder<String>()

  init() {
    let trace = trace
    app.register(Log.self) { _ in Log() }.inObjectScope(.container).onClose { _ in trace.add("log") }
    app.register(Pool.self) { _ async in Pool() }.inObjectScope(.container)
      .onClose { _ async in trace.add("pool") }
    app.register(Connection.self) { r async throws in
      _ = try await r.requireAsync(Pool.self)
      _ = try r.require(Log.self)
      return Connection()
    }.inObjectScope(.scoped).onClose { _ in trace.add("connection") }
  }

  @Test func `verifyAsync ends what it has built, in the order of a close`() async {
    #expect(await app.verifyAsync().problems.isEmpty)
    #expect(trace.all == ["connection", "pool", "log"] || trace.all == ["connection", "log", "pool"])
    // The program's own services are not built, and do not end.
    _ = app.resolve(Log.self)
    _ = await app.verifyAsync()
    #expect(trace.all.count == 6)
  }

  @Test func `verify ends what is plain, and names the rest`() {
    app.register(String.self) { r in
      _ = try r.require(Log.self)
      return "server"
    }.inObjectScope(.container).onClose { _ async in }
    let report = app.verify { $0.skip(Connection.self) }
    #expect(trace.all == ["log"])
    #expect(
      report.notes.contains(
        "This check built 'String', and did not run what onClose awaits: verifyAsync() does."))
  }

  @Test func `what the caller gave does not end`() async {
    let trace = trace
    _ = await app.verifyAsync { $0.use(Log()) }
    #expect(!trace.all.contains("log"))
    #expect(trace.all.first == "connection")
  }

  @Test func `an end that fails goes to the failure handler`() async {
    let codes = Recorder<ResolutionError.Code>()
    app.failureHandler = { codes.add($0.code) }
    app.register(Int.self) { _ in 1 }.inObjectScope(.container).onClose { _ in throw CancellationError() }
    _ = await app.verifyAsync()
    #expect(codes.all == [.endFailed])
  }
}
