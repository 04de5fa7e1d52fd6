import Facet
import FacetTestSupport
import Foundation
import Testing

/// An executor that knows its threads by a mark.
private final class MarkedThreads: SerialExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    Thread.detachNewThread {
      MarkedThreads.mark()
      job.runSynchronously(on: self.asUnownedSerialExecutor())
    }
  }

  func isIsolatingCurrentContext() -> Bool? { Thread.current.threadDictionary["marked"] != nil }

  func checkIsolated() { precondition(isIsolatingCurrentContext() == true) }

  /// Makes the calling thread one of this executor.
  static func mark() { Thread.current.threadDictionary["marked"] = true }
}

private actor Workshop {
  private let executor = MarkedThreads()
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  var made = 0

  func register(with container: Container) {
    container.register(Meal.self) { _ in
      self.made += 1
      return Meal()
    }
  }

  func make(by container: Container) -> Meal? { container.resolve(Meal.self) }
}

private struct Menu: Sendable { let meal: Meal }

/// Actors whose executor is their own.
@Suite(.timeLimit(.minutes(20))) struct CustomExecutorTests {
  private let container = Container()
  private let workshop = Workshop()

  @Test func `the actor's own code builds`() async {
    await workshop.register(with: container)
    #expect(await workshop.make(by: container) != nil)
    #expect(await workshop.made == 1)
    #expect(errorElsewhere(container, Meal.self)?.actor === workshop)
  }

  @Test(arguments: [false, true])
  func `of two threads the one on the actor builds, and the other gets that instance or its own error`(
    isActorFirst: Bool
  ) async {
    await workshop.register(with: container)
    let (container, stop) = (container, Stop())
    container.register(Menu.self) { r in
      if !isActorFirst { stop.halt() }
      let meal = try r.require(Meal.self)
      stop.halt()
      return Menu(meal: meal)
    }.inObjectScope(.container)
    let runs = [isActorFirst, !isActorFirst].map { isOnActor in
      let run = ThreadRun {
        if isOnActor { MarkedThreads.mark() }
        return menuError(container)
      }
      #expect(stop.waitForArrival())
      return run
    }
    #expect(runs[1].rests)
    stop.release()
    #expect(runs[0].result == .some(isActorFirst ? nil : .wrongActor))
    #expect(runs[1].result == .some(nil))
    #expect(await workshop.made == 1)
  }
}

@Sendable private func menuError(_ container: Container) -> ResolutionError.Code? {
  do throws(ResolutionError) {
    _ = try container.require(Menu.self)
    return nil
  } catch {
    return error.code
  }
}
