import Facet
import FacetTestSupport
import Testing

/// A lazy service joins the top-level resolve that it came from, on whichever thread it is used.
@Suite(.timeLimit(.minutes(20))) struct LazyGraphThreadsTests {
  private final class Part: Sendable {}
  private final class User: Sendable {
    let part: Part
    init(_ part: Part) { self.part = part }
  }
  private final class Whole: Sendable {
    let first, second: Lazy<User>
    init(_ first: Lazy<User>, _ second: Lazy<User>) { (self.first, self.second) = (first, second) }
  }

  @Test func `who has waited for a lazy service finds the parts that were built for it`() throws {
    for _ in 0..<200 {
      let (container, begun) = (Container(), Gate())
      container.register(Part.self) { _ in Part() }
      for name in ["first", "second"] {
        container.register(User.self, name: name) { r in
          begun.open()
          // Long enough that the other thread waits.
          for _ in 0..<1_000 { _ = r.resolve(GraphIdentifier.self) }
          return User(try r.require(Part.self))
        }
      }
      container.register(Whole.self) { r in
        try Whole(r.require(Lazy<User>.self, name: "first"), r.require(Lazy<User>.self, name: "second"))
      }
      let (whole, parts) = (try container.require(Whole.self), Recorder<[ObjectIdentifier]>())
      concurrently(2) { thread in
        if thread == 0 {
          _ = whole.first.value
        } else {
          begun.pass()
          parts.add([whole.first.value.part, whole.second.value.part].map(ObjectIdentifier.init))
        }
      }
      let seen = try #require(parts.all.first)
      #expect(seen[0] == seen[1])
    }
  }
}
