import Facet
import FacetTestSupport
import Testing

/// Factories of two threads that need one another.
@Suite(.timeLimit(.minutes(20))) struct LoopOverThreadsTests {
  final class Egg: Sendable { init(_ hen: Hen) {} }
  final class Hen: Sendable { init(_ egg: Egg) {} }

  @Test func `a loop that two threads close together is found by each of them on its own path`() {
    let container = Container()
    // Both factories run before either asks for the other's service; later runs have nobody to meet.
    let (meeting, closing) = (Meeting(of: 2), Stop())
    container.register(Egg.self) { r in
      meeting.attend()
      return Egg(try r.require(Hen.self))
    }.inObjectScope(.container)
    container.register(Hen.self) { r in
      meeting.attend()
      closing.halt()
      return Hen(try r.require(Egg.self))
    }.inObjectScope(.container)
    let (first, second) = ("'LoopOverThreadsTests.Hen'", "'LoopOverThreadsTests.Egg'")
    let egg = ThreadRun {
      expectFailure(.loop, path: [second, first, second]) { try container.require(Egg.self) } != nil
    }
    let hen = ThreadRun {
      expectFailure(.loop, path: [first, second, first]) { try container.require(Hen.self) } != nil
    }
    closing.waitForArrival()
    #expect(egg.rests)
    closing.release()
    #expect(egg.result == true && hen.result == true)
  }
}
