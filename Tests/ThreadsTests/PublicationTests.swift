import Facet
import FacetTestSupport
import Testing

/// What other threads see of services that are still being built: nothing.
@Suite(.timeLimit(.minutes(20))) struct PublicationTests {
  final class Node: @unchecked Sendable {
    // Unchecked: set by the thread that builds, before others see it.
    var next: Node?
    var isComplete = false

    /// Whether a ring of so many nodes leads back here, all of them complete.
    func isRing(of count: Int) -> Bool {
      var node = self
      for _ in 0..<count {
        guard node.isComplete, let next = node.next else { return false }
        node = next
      }
      return node === self
    }
  }

  /// A ring of `a`, `b` and `c`, each on a thread of its own, which the last one closes over a service more.
  @Test func `in a ring of three closed by a half-built service nothing is published early`() {
    let container = Container()
    let meeting = Meeting(of: 3)
    let (closing, closed) = (Stop(), Stop())
    for (name, next) in [("a", "b"), ("b", "c"), ("c", "d")] {
      container.register(Node.self, name: name) { _ in Node() }.inObjectScope(.container)
        .initCompleted { r, node in
          meeting.attend()
          if name == "c" { closing.halt() }
          node.next = r.resolve(Node.self, name: next)
          if name == "c" { closed.halt() }
          node.isComplete = true
        }
    }
    container.register(Node.self, name: "d") { r in
      let node = Node()
      node.next = try r.require(Node.self, name: "a")
      node.isComplete = true
      return node
    }.inObjectScope(.container)
    @Sendable func isRing(_ name: String) -> Bool {
      container.resolve(Node.self, name: name)?.isRing(of: 4) == true
    }

    let builders = ["a", "b", "c"].map { name in ThreadRun { isRing(name) } }
    closing.waitForArrival()
    #expect(builders[0].rests)
    #expect(builders[1].rests)
    closing.release()
    closed.waitForArrival()
    let observers = ["a", "b", "c", "d"].map { name in ThreadRun { isRing(name) } }
    #expect(observers.map(\.rests) == [true, true, true, true])
    closed.release()
    #expect(observers.map(\.result) == [true, true, true, true])
    #expect(builders.map(\.result) == [true, true, true])
  }

  /// The same ring over initializers, where `c` alone is half-built: who closes it has to let another thread go on.
  @Test func `in a ring of three that a half-built service lets go on nothing is published early`() {
    let container = Container()
    let (starts, gone) = ([Stop(), Stop(), Stop()], Stop())
    container.register(Node.self, name: "c") { _ in Node() }.inObjectScope(.container)
      .initCompleted { r, node in
        starts[2].halt()
        node.next = r.resolve(Node.self, name: "a")
        node.isComplete = true
      }
    for (name, next) in [("a", "b"), ("b", "d"), ("d", "c")] {
      container.register(Node.self, name: name) { r in
        if name != "d" { starts[name == "a" ? 0 : 1].halt() }
        let node = Node()
        node.next = try r.require(Node.self, name: next)
        if name == "b" { gone.halt() }
        node.isComplete = true
        return node
      }.inObjectScope(.container)
    }
    @Sendable func isRing(_ name: String) -> Bool {
      container.resolve(Node.self, name: name)?.isRing(of: 4) == true
    }

    let builders = ["a", "b", "c"].map { name in ThreadRun { isRing(name) } }
    for start in starts { start.waitForArrival() }
    for (start, builder) in zip(starts, builders) {
      start.release()
      #expect(builder.rests)
    }
    gone.waitForArrival()
    let observers = ["a", "b", "c", "d"].map { name in ThreadRun { isRing(name) } }
    #expect(observers.map(\.rests) == [true, true, true, true])
    gone.release()
    #expect(observers.map(\.result) == [true, true, true, true])
    #expect(builders.map(\.result) == [true, true, true])
  }

  final class Owner: Sendable {
    let part: Part
    init(_ part: Part) { self.part = part }
  }

  final class Part: @unchecked Sendable {
    // Unchecked: set by its completion.
    var owner: Owner?
  }

  @Test func `a finished circle is there for other threads, though an outer factory still runs`() {
    let container = Container()
    let (runs, finished) = (Counter(), Stop())
    container.register(Part.self) { _ in Part() }.inObjectScope(.container)
      .initCompleted { r, part in part.owner = r.resolve(Owner.self) }
    container.register(Owner.self) { r in
      runs.next()
      let isOuter = runs.value == 1
      let owner = Owner(try r.require(Part.self))
      if isOuter { finished.halt() }
      return owner
    }.inObjectScope(.container)

    let builder = ThreadRun { container.resolve(Owner.self) }
    finished.waitForArrival()
    // The part is complete, and so is the owner that its completion has got.
    #expect(runs.value == 2)
    let part = ThreadRun { container.resolve(Part.self) }.result ?? nil
    let owner = ThreadRun { container.resolve(Owner.self) }.result ?? nil
    finished.release()
    let built = builder.result ?? nil
    #expect(built != nil)
    #expect(owner === built)
    #expect(part === built?.part)
    #expect(built?.part.owner === built)
    #expect(runs.value == 2)
    built?.part.owner = nil
  }
}
