import Facet
import FacetInspection
import Foundation
import Testing

@testable import relay

/// The containers, without a process.
@Suite(.timeLimit(.minutes(5))) struct WiringTests {
  private func makeRelay() throws -> Relay {
    Relay(try Settings(["--output", "/dev/null"]))
  }

  @Test func `stages come in the order of their registrations, each timed, one with retries`() async throws {
    let child = try makeRelay().makeContainer(for: Input(kind: .generated(lines: 1)))
    let stages = try await child.requireAllAsync((any Stage).self)
    #expect(stages.map { ($0 as? TimedStage)?.name } == ["access log", "application log", "noise", "team"])
    #expect(stages.map { ($0 as? TimedStage)?.inner is RetryingStage } == [false, false, false, true])
    try await child.closeAsync()
  }

  @Test func `two inputs have one sink and one ledger, but sources and stages of their own`() async throws {
    let relay = try makeRelay()
    let inputs = [1, 2].map { Input(kind: .generated(lines: $0)) }
    let children = inputs.map(relay.makeContainer)
    let first = try await children[0].requireAsync(Pipeline.self)
    let second = try await children[1].requireAsync(Pipeline.self)
    #expect(first.ledger === second.ledger)
    #expect(first.rejections !== second.rejections)
    #expect(first.source as AnyObject !== second.source as AnyObject)
    try await first.run()
    try await second.run()
    #expect(await first.ledger.counts.read == 3)
    try await relay.container.closeAsync()
    #expect(children.map(\.isClosed) == [true, true])
  }

  @Test func `a fake takes the place of the directory`() async throws {
    let relay = try makeRelay()
    relay.container.register((any TeamDirectory).self) { FakeDirectory() }.inObjectScope(.container)
    let child = relay.makeContainer(for: Input(kind: .generated(lines: 100)))
    let stages = try await child.requireAllAsync((any Stage).self)
    var batch = Batch(
      Array("time=2026-03-14T10:30:09Z path=/pay/7\ntime=2026-03-14T10:30:09Z path=/".utf8), of: "a", after: 0
    )
    for stage in stages { try await stage.process(&batch) }
    let teams = batch.lines.map { line -> String? in
      if case .event(let event) = line.state { event.team } else { nil }
    }
    #expect(teams == ["fake pay", nil])
    try await child.closeAsync()
  }

  @Test func `nothing is missing that can be built without an await`() throws {
    let child = try makeRelay().makeContainer(for: Input(kind: .generated(lines: 1)))
    // What must be awaited is built by the other tests.
    let report = child.verify { options in
      options.skip((any TeamDirectory).self)
      options.skip((any Sink).self)
      options.skip((any LineSource).self)
      options.skip(Pipeline.self)
    }
    try report.check()
  }
}

private struct FakeDirectory: TeamDirectory {
  func teams(of sections: [String]) -> [String: String] {
    Dictionary(uniqueKeysWithValues: sections.map { ($0, "fake \($0)") })
  }

  func disconnect() {}
}
