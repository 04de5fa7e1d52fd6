import Facet
import FacetTestSupport
import Testing

/// Factories of two threads that need one another.
@Suite(.timeLimit(.minutes(5))) struct LoopOverThreadsTests {
  final class Egg: Sendable {
    init(_ hen: Hen) {}
  }

  final class Hen: Sendable {
    init(_ egg: Egg) {}
  }

  @Test func `a loop that two threads close together is reported with both paths`() {
    let container = Container()
    // Both factories run before either asks for the other's service; later runs have nobody to meet.
    let (meeting, closing) = (Meeting(of: 2), Stop())
    container.register(Egg.self, fileID: "Farm.swift", line: 1) { r in
      meeting.attend()
      return Egg(try r.require(Hen.self))
    }.inObjectScope(.container)
    container.register(Hen.self, fileID: "Farm.swift", line: 2) { r in
      meeting.attend()
      closing.halt()
      return Hen(try r.require(Egg.self))
    }.inObjectScope(.container)
    let egg = ThreadRun { #expect(throws: ResolutionError.self) { try container.require(Egg.self) } }
    let hen = ThreadRun { #expect(throws: ResolutionError.self) { try container.require(Hen.self) } }
    closing.waitForArrival()
    #expect(egg.rests)
    closing.release()

    let closer = hen.result ?? nil
    #expect(closer?.code == .loop)
    #expect((closer?.path.count, closer?.otherPath.count) == (2, 1))
    #expect(
      closer?.path.prefix(9).map(\.description) == [
        "'LoopOverThreadsTests.Hen'", "'LoopOverThreadsTests.Egg'",
      ])
    #expect(closer?.otherPath.prefix(9).map(\.description) == ["'LoopOverThreadsTests.Egg'"])
    #expect(
      closer?.description == """
        'LoopOverThreadsTests.Egg' needs itself to be built.

          Path:     LoopOverThreadsTests.Hen → LoopOverThreadsTests.Egg
          Thread:   another one builds LoopOverThreadsTests.Egg and waits for this one
          Places:   'LoopOverThreadsTests.Hen'   registered at Farm.swift:2
                    'LoopOverThreadsTests.Egg'   registered at Farm.swift:1

        To fix this, do one of:
          • Ask for Lazy<LoopOverThreadsTests.Egg> or Provider<LoopOverThreadsTests.Egg> in one of the factories.
          • Set one of the dependencies in initCompleted, which can resolve the half-built service.
        """)

    // The other thread goes on alone, and finds the whole loop.
    let other = egg.result ?? nil
    #expect(other?.code == .loop)
    #expect(other?.path.count == 3)
    #expect(
      other?.path.prefix(9).map(\.description) == [
        "'LoopOverThreadsTests.Egg'", "'LoopOverThreadsTests.Hen'", "'LoopOverThreadsTests.Egg'",
      ])
    #expect(other?.otherPath.count == 0)
  }
}
