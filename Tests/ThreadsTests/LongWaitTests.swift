import Facet
import FacetTestSupport
import Foundation
import Testing

private final class Slow: Sendable {}
private final class Needing: Sendable {}

/// A build that does not end soon, while others wait for it.
@Suite(.timeLimit(.minutes(20))) struct LongWaitTests {
  private let container = Container()
  private let reports = Recorder<String>()

  init() { container.failureHandler = { [reports] in reports.add($0.description) } }

  private func text(
    _ waiters: String, waiting: String, builtBy: String = "Slow",
    places: String = "Place:      registered at Shop/Slow.swift:1"
  ) -> String {
    """
    'Slow' has been built for more than ten seconds, and \(waiters) for it.

      Built by:   \(builtBy)
      Waits:      \(waiting)
      \(places)

    To fix this, do one of:
      • If its factory takes long, for example to connect, set a time limit in the factory.
      • In a factory or a completion, do not wait for a thread or a queue that resolves the same service.
      • In an asynchronous factory, use Task instead of Task.detached: then a circle is found, and fails as a loop.
      • In tasks, await what takes long by requireAsync: synchronous resolves can block all threads of the pool.
    """
  }

  @Test func `threads that wait say so once, and go on`() {
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
    let first = ThreadRun { [container] in container.resolve(Needing.self) != nil }
    while !first.rests { Thread.sleep(forTimeInterval: 0.01) }
    let second = ThreadRun { [container] in container.resolve(Needing.self) != nil }
    while reports.all.isEmpty { Thread.sleep(forTimeInterval: 0.05) }
    // The other's time is over, too.
    Thread.sleep(forTimeInterval: 1)
    gate.signal()
    #expect(first.result == true && second.result == true)
    #expect(reports.all == [text("2 resolves wait", waiting: "Needing → Slow")])
  }

  @Test func `tasks that wait say so once, and go on`() async throws {
    let stop = AsyncStop()
    container.register(Slow.self, fileID: "Shop/Slow.swift", line: 1) { _ async in
      await stop.halt()
      return Slow()
    }.inObjectScope(.container)
    let tasks = (0..<20).map { _ in Task { [container] in try await container.requireAsync(Slow.self) } }
    await stop.waitForArrival()
    while reports.all.isEmpty { try await Task.sleep(for: .milliseconds(50)) }
    try await Task.sleep(for: .milliseconds(1_200))
    stop.release()
    for task in tasks { #expect(try await task.value === tasks[0].value) }
    #expect(reports.all == [text("20 resolves wait", waiting: "Slow")])
  }

  @Test func `a build that waits for another one is not what takes long`() async throws {
    let stop = AsyncStop()
    container.register(Slow.self, fileID: "Shop/Slow.swift", line: 1) { _ async in
      await stop.halt()
      return Slow()
    }.inObjectScope(.container)
    container.register(Needing.self, fileID: "Shop/Slow.swift", line: 2) { r async throws in
      _ = try await r.requireAsync(Slow.self)
      return Needing()
    }.inObjectScope(.container)
    let tasks = (0..<3).map { _ in Task { [container] in try await container.requireAsync(Needing.self) } }
    await stop.waitForArrival()
    while reports.all.isEmpty { try await Task.sleep(for: .milliseconds(50)) }
    try await Task.sleep(for: .milliseconds(1_200))
    stop.release()
    for task in tasks { _ = try await task.value }
    let places =
      "Places:     'Needing'   registered at Shop/Slow.swift:2\n              'Slow'      registered at Shop/Slow.swift:1"
    #expect(
      reports.all == [
        text("one resolve waits", waiting: "Needing → Slow", builtBy: "Needing → Slow", places: places)
      ])
  }

  @Test func `the clock of the tasks starts again when tasks wait again`() async throws {
    func wait(until isDone: () -> Bool) async throws {
      let stop = AsyncStop()
      container.register(Slow.self, fileID: "Shop/Slow.swift", line: 1) { _ async in
        await stop.halt()
        return Slow()
      }.inObjectScope(.container)
      let task = Task { [container] in try await container.requireAsync(Slow.self) }
      await stop.waitForArrival()
      while !isDone() { try await Task.sleep(for: .milliseconds(50)) }
      stop.release()
      _ = try await task.value
    }
    try await wait { true }
    // Long enough for the clock to see that nobody waits.
    try await Task.sleep(for: .milliseconds(2_200))
    try await wait { !reports.all.isEmpty }
    #expect(reports.all == [text("one resolve waits", waiting: "Slow")])
  }

  private let ending = """
    The onClose of 'Slow' has run for more than ten seconds, and what ends later waits for it.

      Path:    Slow
      Place:   registered at Shop/Slow.swift:1

    To fix this, do one of:
      • If it takes long, for example to flush, set a time limit in the onClose.
      • In an onClose, do not wait for code that closes or resets the same container.
    """

  @Test func `an end that a close awaits says so once`() async throws {
    let stop = AsyncStop()
    container.register(Slow.self, fileID: "Shop/Slow.swift", line: 1) { _ in Slow() }
      .inObjectScope(.container)
      .onClose { _ async in await stop.halt() }
    _ = container.resolve(Slow.self)
    let close = Task { [container] in try await container.closeAsync() }
    while reports.all.isEmpty { try await Task.sleep(for: .milliseconds(50)) }
    try await Task.sleep(for: .milliseconds(1_200))
    stop.release()
    try await close.value
    #expect(reports.all == [ending])
  }

  @Test func `so does one on another thread, for which a close waits`() async throws {
    let gate = Gate()
    container.register(Slow.self, fileID: "Shop/Slow.swift", line: 1) { _ in Slow() }
      .inObjectScope(.container)
      .onClose { _ in gate.pass() }
    _ = container.resolve(Slow.self)
    let reset = ThreadRun { [container] in container.resetObjectScope(.container) }
    while !reset.rests { try await Task.sleep(for: .milliseconds(10)) }
    let close = Task { [container] in try await container.closeAsync() }
    while reports.all.isEmpty { try await Task.sleep(for: .milliseconds(50)) }
    gate.open()
    try await close.value
    #expect(reports.all == [ending])
  }
}
