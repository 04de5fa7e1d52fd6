import Facet
import FacetInspection
import FacetTestSupport
import Testing

private final class Tray: Sendable {}

/// The children that factories captured, as a verification copies them.
@Suite(.timeLimit(.minutes(20))) struct CapturedChildrenTests {
  @Test func `tasks of a factory ask captured children at once, and each is copied once`() async throws {
    for _ in 0..<4 {
      let container = Container()
      let children = (0..<4).map { _ in Container(parent: container) }
      let built = Counter()
      for child in children {
        // To copy a child takes its time.
        for number in 0..<300 { child.register(Tray.self, name: "\(number)") { _ in Tray() } }
        child.register(Tray.self) { _ in
          built.next()
          return Tray()
        }.inObjectScope(.container).implements(AnyObject.self)
      }
      container.register(String.self) { _ async throws in
        try await withThrowingTaskGroup(of: Void.self) { tasks in
          for number in 0..<32 {
            tasks.addTask { _ = try children[number % 4].require(AnyObject.self) }
          }
          try await tasks.waitForAll()
        }
        return ""
      }
      try await container.verifyAsync().check()
      #expect(built.value == 4)
      for child in children { _ = try child.require(Tray.self) }
      #expect(built.value == 8)
    }
  }

  @Test func `a grandchild's copy is below the copy of its parent, and forwards to what that has`() throws {
    let container = Container()
    let child = Container(parent: container)
    let grandchild = Container(parent: child)
    let built = Counter()
    let entry = child.register(Tray.self) { _ in
      built.next()
      return Tray()
    }.inObjectScope(.container)
    grandchild.forward(AnyObject.self, to: entry)
    container.register(String.self) { _ in
      let tray = try child.require(Tray.self)
      guard try grandchild.require(AnyObject.self) === tray else { return "two" }
      return "one"
    }
    container.register(Int.self) { r in
      let trays = try r.require(String.self)
      #expect(trays == "one")
      return 1
    }
    try container.verify().check()
    #expect(built.value == 1)
    _ = try child.require(Tray.self)
    #expect(built.value == 2)
  }
}
