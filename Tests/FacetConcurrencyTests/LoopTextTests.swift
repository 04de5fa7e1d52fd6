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
      Place:    registered at Farm.swift:\(line)

    To fix this, do one of:
      • Set one of the dependencies in initCompleted, where it is found half-built.
      • Ask for Lazy<\(second)> or Provider<\(second)> in one of the factories.
    """
  }

  @Test func `a loop over two threads shows both paths`() {
    let (container, meeting, errors) = (Container(), NamedMeeting(of: 2), Recorder<ResolutionError>())
    container.register(Egg.self, fileID: "Farm.swift", line: 1) { r in
      meeting.attend("egg")
      return Egg(try r.require(Hen.self))
    }.inObjectScope(.container)
    container.register(Hen.self, fileID: "Farm.swift", line: 2) { r in
      meeting.attend("hen")
      return Hen(try r.require(Egg.self))
    }.inObjectScope(.container)
    concurrently(2) { index in
      do throws(ResolutionError) {
        if index == 0 { _ = try container.require(Egg.self) } else { _ = try container.require(Hen.self) }
      } catch {
        errors.add(error)
      }
    }
    let overThreads = errors.all.filter { !$0.otherPath.isEmpty }
    #expect(!overThreads.isEmpty)
    for error in overThreads {
      let isHen = error.key.serviceType == Hen.self
      #expect(
        error.description
          == (isHen
            ? text("LoopTextTests.Egg", "LoopTextTests.Hen", line: 2)
            : text("LoopTextTests.Hen", "LoopTextTests.Egg", line: 1)))
    }
  }
}
