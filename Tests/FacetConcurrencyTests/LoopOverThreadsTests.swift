import Facet
import Foundation
import Testing

/// Factories of two threads that need one another.
@Suite struct LoopOverThreadsTests {
  final class Egg: Sendable {
    init(_ hen: Hen) {}
  }

  final class Hen: Sendable {
    init(_ egg: Egg) {}
  }

  @Test func `a loop that two threads close together is reported with both paths`() {
    let container = Container()
    let errors = Collected<ResolutionError>()
    let meeting = DispatchGroup()
    meeting.enter()
    meeting.enter()
    let arrived = Collected<String>()
    @Sendable func meet(_ name: String) {
      // Both factories run before either asks for the other's service; later runs have nobody to meet.
      guard !arrived.all.contains(name) else { return }
      arrived.append(name)
      meeting.leave()
      meeting.wait()
    }
    container.register(Egg.self) { r in
      meet("egg")
      return Egg(try r.require(Hen.self))
    }.inObjectScope(.container)
    container.register(Hen.self) { r in
      meet("hen")
      return Hen(try r.require(Egg.self))
    }.inObjectScope(.container)
    concurrently(2) { index in
      do throws(ResolutionError) {
        if index == 0 { _ = try container.require(Egg.self) } else { _ = try container.require(Hen.self) }
      } catch {
        errors.append(error)
      }
    }
    let found = errors.all
    #expect(found.map(\.code) == [.loop, .loop])
    let overThreads = found.filter { !$0.otherPath.isEmpty }
    #expect(overThreads.count >= 1)
    for error in overThreads {
      let names = error.path.map { "\($0.serviceType)" }
      let others = error.otherPath.map { "\($0.serviceType)" }
      #expect(Set([names.first, others.first]) == ["Egg", "Hen"])
      #expect(names == (names[0] == "Egg" ? ["Egg", "Hen"] : ["Hen", "Egg"]))
    }
  }
}
