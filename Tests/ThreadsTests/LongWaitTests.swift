import Facet
import FacetTestSupport
import Foundation
import Testing

private final class Slow: Sendable {}
private final class Needing: Sendable {}

/// A wait for another party's build that does not end soon.
@Suite(.timeLimit(.minutes(20))) struct LongWaitTests {
  private let container = Container()
  private let reports = Recorder<String>()

  init() { container.failureHandler = { [reports] in reports.add($0.description) } }

  private func text(waiting: String) -> String {
    """
    'Slow' has been built for more than ten seconds by another thread or task, and this resolve waits for it.

      Built by:   Slow
      Waits:      \(waiting)
      Place:      registered at Shop/Slow.swift:1

    To fix this, do one of:
      • In a factory or a completion, do not wait for a thread or a queue that resolves the same service.
      • In an asynchronous factory, use Task instead of Task.detached: then a circle is found, and fails as a loop.
      • In tasks, await what takes long by requireAsync: synchronous resolves can block all threads of the pool.
    """
  }

  @Test func `a thread says so once, and goes on`() {
    let gate = DispatchSemaphore(value: 0)
    container.register(Slow.self, fileID: "Shop/Slow.swift", line: 1) { _ in
      gate.wait()
      return Slow()
    }.inObjectScope(.container)
    container.register(Needing.self, fileID: "Shop/Slow.swift", line: 2) { r in
      _ = try r.require(Slow.self)
      return Needing()
    }
    let builder = ThreadRun { [container] in container.resolve(Slow.self) }
    while !builder.rests { Thread.sleep(forTimeInterval: 0.01) }
    let waiter = ThreadRun { [container] in container.resolve(Needing.self) != nil }
    while reports.all.isEmpty { Thread.sleep(forTimeInterval: 0.05) }
    gate.signal()
    #expect(waiter.result == true)
    #expect(reports.all == [text(waiting: "Needing → Slow")])
  }

  @Test func `a task says so once, and goes on`() async throws {
    let stop = AsyncStop()
    container.register(Slow.self, fileID: "Shop/Slow.swift", line: 1) { _ async in
      await stop.halt()
      return Slow()
    }.inObjectScope(.container)
    let tasks = (0..<2).map { _ in Task { [container] in try await container.requireAsync(Slow.self) } }
    await stop.waitForArrival()
    while reports.all.count < 2 { try await Task.sleep(for: .milliseconds(50)) }
    stop.release()
    #expect(try await tasks[0].value === tasks[1].value)
    #expect(reports.all == Array(repeating: text(waiting: "Slow"), count: 2))
  }
}
