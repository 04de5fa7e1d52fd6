import Facet
import FacetTestSupport
import Foundation
import Testing

/// Tasks that are cancelled while they wait, or in the very moment in which they are woken.
@Suite(.timeLimit(.minutes(20))) struct AwaitedCancellationTests {
  final class Whole: Sendable {}
  final class Part: Sendable {}
  final class Filler: Sendable {}

  /// The runtime calls what a task does at its cancellation under a lock of the task, and wakes the task under that lock.
  @Test func `a task that is cancelled while it is woken holds up nobody`() async throws {
    for round in 1...25 { try await closeCircle(cancellingAfter: .microseconds(round * 37 % 300)) }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `a task that waits for what a thread builds is told of its cancellation`() async throws {
    let (container, stop, told, queue) = (Container(), Stop(), Gate(), QueueExecutor())
    container.register(Part.self) { _ in
      stop.halt()
      return Part()
    }.inObjectScope(.container)
    Thread { _ = container.resolve(Part.self) }.start()
    stop.waitForArrival()
    // Nothing needs the pool while the thread stands still: other tests may be waiting for that thread there.
    let cancelled = Task(executorPreference: queue) {
      defer { told.open() }
      return try await container.requireAsync(Part.self)
    }
    let patient = Task(executorPreference: queue) { try await container.requireAsync(Part.self) }
    queue.waitForRest()
    cancelled.cancel()
    #expect(told.pass())
    stop.release()
    await expectFailure(.cancelled) { try await cancelled.value }
    let part = try await patient.value
    #expect(try container.require(Part.self) === part)
  }

  /// Lets the completion of a part close a circle, in which the task that waits for the part goes on with it and is cancelled.
  private func closeCircle(cancellingAfter delay: Duration) async throws {
    let container = Container()
    let (fillers, resting, begun) = (AsyncGate(), AsyncGate(), AsyncGate())
    let closes = Locked<Bool>(false)
    let waiting = Locked<Task<Part, any Error>?>(nil)
    let refusals = Recorder<ResolutionError.Code?>()
    // Many waits make the search for circles long.
    let count = 200
    for number in 0..<count {
      container.register(Filler.self, name: "\(number)") { _ async in
        await fillers.pass()
        return Filler()
      }.inObjectScope(.container)
    }
    container.register(Part.self) { _ async in Part() }.inObjectScope(.container)
      .initCompleted { r, _ async in
        begun.open()
        await resting.pass()
        closes.exchange(true)
        do { _ = try await r.requireAsync(Whole.self) } catch {
          refusals.add((error as? ResolutionError)?.code)
        }
      }
    container.register(Whole.self) { r async throws in
      let waits = (0..<count).map { number in
        Task { try await r.requireAsync(Filler.self, name: "\(number)") }
      }
      await letOthersRun()
      let task = Task { try await r.requireAsync(Part.self) }
      waiting.withLock { $0 = task }
      await begun.pass()
      await letOthersRun()
      resting.open()
      do { _ = try await task.value } catch {
        refusals.add((error as? ResolutionError)?.code)
      }
      fillers.open()
      for wait in waits { _ = try await wait.value }
      return Whole()
    }.inObjectScope(.container)
    Thread {
      while !closes.value {}
      let end = ContinuousClock.now + delay
      while ContinuousClock.now < end {}
      waiting.withLock { $0 }?.cancel()
    }.start()
    async let part = container.requireAsync(Part.self)
    async let whole = container.requireAsync(Whole.self)
    let (somePart, someWhole) = try await (part, whole)
    #expect(try await container.requireAsync(Part.self) === somePart)
    #expect(try await container.requireAsync(Whole.self) === someWhole)
    // One of the two was cancelled, or it closed the circle.
    let codes = refusals.all
    #expect(!codes.isEmpty && codes.allSatisfy { $0 == .cancelled || $0 == .loop })
  }
}
