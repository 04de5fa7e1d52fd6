import Facet
import FacetTestSupport
import Testing

/// The whole text of a loop that two threads close together.
@Suite(.timeLimit(.minutes(5))) struct LoopTextTests {
  final class Egg: Sendable {
    init(_ hen: Hen) {}
  }
  final class Hen: Sendable {
    init(_ egg: Egg) {}
  }

  private func text(_ first: String, _ second: String, line: Int) -> String {
    """
    '\(second)' needs itself to be built.

      Path:     \(first) → \(second)
      Thread:   another one builds \(second) and waits for this one
      Places:   '\(first)'   registered at Farm.swift:\(3 - line)
                '\(second)'   registered at Farm.swift:\(line)

    To fix this, do one of:
      • Ask for Lazy<\(second)> or Provider<\(second)> in one of the factories.
      • Set one of the dependencies in initCompleted, which can resolve the half-built service.
    """
  }

  @Test(arguments: [true, false])
  func `a loop over two threads shows both paths, whichever closes it`(isClosedByEgg: Bool) {
    let container = Container()
    // Both factories run before either asks for the other's service; later runs have nobody to meet.
    let (meeting, closing) = (Meeting(of: 2), Stop())
    container.register(Egg.self, fileID: "Farm.swift", line: 1) { r in
      meeting.attend()
      if isClosedByEgg { closing.halt() }
      return Egg(try r.require(Hen.self))
    }.inObjectScope(.container)
    container.register(Hen.self, fileID: "Farm.swift", line: 2) { r in
      meeting.attend()
      if !isClosedByEgg { closing.halt() }
      return Hen(try r.require(Egg.self))
    }.inObjectScope(.container)
    let egg = ThreadRun { #expect(throws: ResolutionError.self) { try container.require(Egg.self) } }
    let hen = ThreadRun { #expect(throws: ResolutionError.self) { try container.require(Hen.self) } }
    closing.waitForArrival()
    #expect((isClosedByEgg ? hen : egg).rests)
    closing.release()

    let closer = (isClosedByEgg ? egg : hen).result ?? nil
    #expect(
      closer?.description
        == (isClosedByEgg
          ? text("LoopTextTests.Egg", "LoopTextTests.Hen", line: 2)
          : text("LoopTextTests.Hen", "LoopTextTests.Egg", line: 1)))
    // The other one goes on alone, and finds the whole loop.
    let other = (isClosedByEgg ? hen : egg).result ?? nil
    #expect(other?.otherPath.count == 0)
  }
}
