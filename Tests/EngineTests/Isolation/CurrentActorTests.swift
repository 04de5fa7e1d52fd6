import FacetTestSupport
import Foundation
import Testing

@testable import Facet

private actor Kitchen {
  func isCurrent(_ actor: any Actor) -> Bool { CurrentActor.isCurrent(actor) }

  var isCurrent: Bool { look(self) }

  /// Holds the actor until the gate is open.
  func work(_ hasBegun: AsyncGate, until gate: Gate) -> Bool {
    hasBegun.open()
    gate.pass()
    return CurrentActor.isCurrent(self)
  }
}

@globalActor private actor Cellar {
  static let shared = Cellar()
}

@Cellar private func lookInCellar(_ actor: any Actor) -> Bool { look(actor) }

/// A function that belongs to no actor: what counts is where it runs.
private func look(_ actor: any Actor) -> Bool { CurrentActor.isCurrent(actor) }

/// An executor that tells nobody where its code runs.
private final class Queue: SerialExecutor {
  private let queue = DispatchQueue(label: "actor of a test")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}

/// An executor that lets its caller go on when another thread has run the job.
private final class PatientQueue: SerialExecutor {
  private let queue = DispatchQueue(label: "actor of a test")

  func enqueue(_ job: consuming ExecutorJob) {
    let (job, hasRun) = (UnownedJob(job), DispatchSemaphore(value: 0))
    queue.async {
      job.runSynchronously(on: self.asUnownedSerialExecutor())
      hasRun.signal()
    }
    hasRun.wait()
  }
}

private actor Foundry {
  private let executor = PatientQueue()
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func isCurrent(_ actor: any Actor) -> Bool { look(actor) }
}

private actor Workshop {
  private let executor = Queue()
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func isCurrent(_ actor: any Actor) -> Bool { look(actor) }
}

/// Whether the running code is on an actor.
@Suite(.timeLimit(.minutes(20))) struct CurrentActorTests {
  private let kitchen = Kitchen()

  // MARK: - The main actor

  @MainActor @Test func `the main actor is known on it`() {
    #expect(CurrentActor.isCurrent(MainActor.shared) && look(MainActor.shared))
    #expect(!look(kitchen) && !look(Cellar.shared))
  }

  @Test func `the main actor is not the current one elsewhere`() async {
    #expect(!look(MainActor.shared))
    #expect(await !kitchen.isCurrent(MainActor.shared))
    #expect(await onThread { CurrentActor.isCurrent(MainActor.shared) } == false)
  }

  // MARK: - Other actors

  @Test func `an actor is the current one in its own code, and in what that calls`() async {
    let found = await [kitchen.isCurrent(kitchen), kitchen.isCurrent, Kitchen().isCurrent(kitchen)]
    #expect(found == [true, true, false])
  }

  @Test func `an actor is not the current one in a task of no actor, nor on a thread without a task`() async {
    #expect(!look(kitchen))
    let kitchen = kitchen
    #expect(await onThread { look(kitchen) } == false)
    // Not even after its own code: the task has left it.
    #expect(await kitchen.isCurrent)
    #expect(!look(kitchen))
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `an actor that is busy elsewhere is not the current one here`() async {
    let (hasBegun, gate, kitchen) = (AsyncGate(), Gate(), kitchen)
    let work = Task(executorPreference: QueueExecutor()) { await kitchen.work(hasBegun, until: gate) }
    await hasBegun.pass()
    #expect(!look(kitchen))
    #expect(await onThread { look(kitchen) } == false)
    gate.open()
    #expect(await work.value)
  }

  @Test func `a global actor is the current one in its own functions`() async {
    let actors: [any Actor] = [Cellar.shared, kitchen, MainActor.shared]
    var found: [Bool] = []
    for actor in actors { found.append(await lookInCellar(actor)) }
    #expect(found == [true, false, false] && !look(Cellar.shared))
  }

  @Test func `an actor with an executor of its own is known`() async {
    let workshop = Workshop()
    let found = await [
      workshop.isCurrent(workshop), workshop.isCurrent(kitchen), kitchen.isCurrent(workshop), look(workshop),
    ]
    #expect(found == [true, false, false, false])
    #expect(await onThread { look(workshop) } == false)
  }

  @Test func `what runs on the actor meanwhile is not taken for the caller`() async {
    let foundry = Foundry()
    #expect(await foundry.isCurrent(foundry))
    // The look itself is over there before this goes on.
    #expect(await onThread { look(foundry) } == false)
  }

  @Test func `an actor is not kept by the look at it`() async {
    weak var released: Kitchen?
    do {
      let kitchen = Kitchen()
      released = kitchen
      #expect(!look(kitchen))
      #expect(await kitchen.isCurrent)
    }
    for _ in 0..<1_000 where released != nil { await letOthersRun() }
    #expect(released == nil)
  }

  @Test func `many tasks and actors that look at the same time all have the right answer`() async {
    let kitchens = (0..<8).map { _ in Kitchen() }
    let wrong = await withTaskGroup(of: Int.self) { group in
      for number in 0..<64 {
        group.addTask {
          var wrong = 0
          for round in 0..<50 {
            let (own, other) = (kitchens[number % 8], kitchens[(number + 1 + round % 7) % 8])
            if await !own.isCurrent { wrong += 1 }
            if await own.isCurrent(other) { wrong += 1 }
            if look(own) { wrong += 1 }
          }
          return wrong
        }
      }
      return await group.reduce(0, +)
    }
    #expect(wrong == 0)
  }

  /// What `body` gives on a thread that is on no actor; the calling task holds none.
  private func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: body()) }
    }
  }
}
