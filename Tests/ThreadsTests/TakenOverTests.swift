import Facet
import FacetTestSupport
import Foundation
import Testing

/// A service that two threads build, to end a circle: one instance counts, and nothing of the other is left.
@Suite(.timeLimit(.minutes(20))) struct TakenOverTests {
  private final class Front: @unchecked Sendable {
    let left: Left
    init(_ left: Left) { self.left = left }
  }
  private final class Left: @unchecked Sendable {
    // Unchecked: its completion alone writes it.
    var back: Back?
  }
  private final class Back: @unchecked Sendable {
    let right: Right
    init(_ right: Right) { self.right = right }
  }
  private final class Right: @unchecked Sendable {
    var front: Front?
    var back: Back?
  }
  struct Failure: Error {}

  /// Registers the circle; `Left` waits in its completion, so that the other thread begins at `Back` meanwhile.
  private func register(
    _ container: Container, begun: Gate, back: @escaping @Sendable (any Resolver) throws -> Back
  ) {
    container.failureHandler = { _ in }
    container.register(Front.self) { r in Front(try r.require()) }.inObjectScope(.container)
    container.register(Left.self) { _ in Left() }.inObjectScope(.container)
      .initCompleted { r, left in
        begun.open()
        Thread.sleep(forTimeInterval: 0.05)
        left.back = r.resolve(Back.self)
      }
    container.register(Back.self, factory: back).inObjectScope(.container)
    container.register(Right.self) { _ in Right() }.inObjectScope(.container)
      .initCompleted { r, right in
        right.front = r.resolve(Front.self)
        right.back = r.resolve(Back.self)
      }
  }

  @Test func `a build that failed after another one was dropped has no service`() {
    for _ in 0..<20 {
      let (container, begun, builds) = (Container(), Gate(), Counter())
      register(container, begun: begun) { r in
        defer { builds.next() }
        if builds.value > 0 { throw Failure() }
        return Back(try r.require())
      }
      let run = ThreadRun { container.resolve(Front.self) != nil }
      begun.pass()
      // What comes of it depends on who was first; that it is an instance or none does not.
      if let back = container.resolve(Back.self) { #expect(back.right.front != nil) }
      #expect(run.result != nil)
    }
  }

  @Test func `the instance of the one who took the build over is everybody's`() throws {
    for _ in 0..<20 {
      let (container, begun) = (Container(), Gate())
      register(container, begun: begun) { r in Back(try r.require()) }
      let run = ThreadRun { container.resolve(Front.self) != nil }
      begun.pass()
      let back = try container.require(Back.self)
      #expect(run.result == true)
      #expect(try container.require(Back.self) === back)
      #expect(try container.require(Right.self).back === back)
      #expect(try container.require(Front.self).left.back === back)
    }
  }

  @Test func `a task that waits for the build goes on when the other thread has the instance`() async throws {
    let (container, inLeft, inRight, first) = (Container(), Stop(), Stop(), Stop())
    let (builds, events, queue, hasFront) = (Counter(), Recorder<String>(), QueueExecutor(), Gate())
    container.register(Front.self) { r in
      let isFirst = builds.next() == 1
      let front = Front(try r.require())
      if isFirst { first.halt() }
      return front
    }.inObjectScope(.container)
    container.register(Left.self) { _ in Left() }.inObjectScope(.container)
      .initCompleted { r, left in
        inLeft.halt()
        left.back = r.resolve(Back.self)
      }
    container.register(Back.self) { r in Back(try r.require()) }.inObjectScope(.container)
    container.register(Right.self) { _ in Right() }.inObjectScope(.container)
      .initCompleted { r, right in
        inRight.halt()
        right.front = r.resolve(Front.self)
      }
    let firstRun = ThreadRun {
      let front = container.resolve(Front.self)
      events.add("thread")
      return front
    }
    inLeft.waitForArrival()
    let task = Task(executorPreference: queue) {
      let front = try await container.requireAsync(Front.self)
      events.add("task")
      hasFront.open()
      return front
    }
    queue.waitForRest()
    let secondRun = ThreadRun { container.resolve(Back.self) }
    inRight.waitForArrival()
    inLeft.release()
    #expect(firstRun.rests)
    inRight.release()
    let back = try #require(secondRun.result ?? nil)
    #expect(builds.value == 2)
    // The first thread is still in its factory. Nothing is awaited meanwhile: tests on all threads of the pool may wait for what it holds.
    first.waitForArrival()
    #expect(hasFront.pass())
    first.release()
    let front = try await task.value
    #expect(front === back.right.front)
    #expect(try #require(firstRun.result) === front)
    #expect(events.all == ["task", "thread"])
  }
}
