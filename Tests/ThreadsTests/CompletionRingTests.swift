import Facet
import FacetTestSupport
import Testing

/// A circle over initialisers and a completion, which one thread builds from any end, is built by several as well.
@Suite(.timeLimit(.minutes(20))) struct CompletionRingTests {
  @Test(arguments: [["a", "b"], ["x", "b"], ["a", "x"], ["a", "x", "b"]])
  func `threads that begin at several ends build one circle`(names: [String]) throws {
    // The first visits of the services where a thread begins wait for one another.
    let (container, meeting) = (Container(), NamedMeeting(of: names.count))
    @Sendable func visit(_ name: String) { if names.contains(name) { meeting.attend(name) } }
    for (name, needed) in [("a", "x"), ("b", "a")] {
      container.register(Node.self, name: name) { r in
        visit(name)
        return Node(try r.require(Node.self, name: needed))
      }.inObjectScope(.container)
    }
    container.register(Node.self, name: "x") { _ in Node() }.inObjectScope(.container)
      .initCompleted { r, x in
        visit("x")
        x.next = try r.require(Node.self, name: "b")
        x.isComplete = true
      }
    let (found, errors) = (Recorder<Node>(), Recorder<String>())
    concurrently(names.count) { index in
      do { found.add(try container.require(name: names[index])) } catch { errors.add("\(error)") }
    }
    #expect(errors.all == [])
    #expect(found.all.count == names.count)
    #expect(found.all.allSatisfy { $0.isRing(of: 3) })
    let kept = try ["a", "x", "b"].map { name in try container.require(Node.self, name: name) }
    #expect(found.all.allSatisfy { node in kept.contains { $0 === node } })
  }
}
