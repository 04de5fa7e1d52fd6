import Facet
import FacetTestSupport
import Testing

/// What other threads see of services that are still being built: nothing.
@Suite(.timeLimit(.minutes(20))) struct PublicationTests {
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
    container.register(Node.self, name: "d") { r in Node(try r.require(Node.self, name: "a")) }
      .inObjectScope(.container)
    @Sendable func isRing(_ name: String) -> Bool {
      container.resolve(Node.self, name: name)?.isRing(of: 4) == true
    }

    let builders = ["a", "b", "c"].map { name in ThreadRun { isRing(name) } }
    closing.waitForArrival()
    #expect(builders.prefix(2).map(\.rests) == [true, true])
    closing.release()
    closed.waitForArrival()
    let observers = ["a", "b", "c", "d"].map { name in ThreadRun { isRing(name) } }
    #expect(observers.map(\.rests) == [true, true, true, true])
    closed.release()
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

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `a finished circle is there for all that wait, though an outer factory runs`() async throws {
    let (container, queue) = (Container(), QueueExecutor())
    let (runs, completing, finished, isAwaited) = (Counter(), Stop(), Stop(), Gate())
    container.register(Part.self) { _ in Part() }.inObjectScope(.container)
      .initCompleted { r, part in
        completing.halt()
        part.owner = r.resolve(Owner.self)
      }
    container.register(Owner.self) { r in
      let isOuter = runs.next() == 1
      let owner = Owner(try r.require(Part.self))
      if isOuter { finished.halt() }
      return owner
    }.inObjectScope(.container)

    let builder = ThreadRun { container.resolve(Owner.self) }
    completing.waitForArrival()
    let waiting = ThreadRun { container.resolve(Owner.self) }
    #expect(waiting.rests)
    // Not on the pool, where other tests may hold all threads.
    let task = Task(executorPreference: queue) {
      defer { isAwaited.open() }
      return try await container.requireAsync(Owner.self)
    }
    queue.waitForRest()
    completing.release()
    finished.waitForArrival()
    // The part is complete, and so is the owner that its completion has got.
    #expect(runs.value == 2)
    let part = ThreadRun { container.resolve(Part.self) }.result ?? nil
    let owner = waiting.result ?? nil
    #expect(isAwaited.pass())
    finished.release()
    let built = try #require(builder.result ?? nil)
    let owners = [owner, try await task.value, built.part.owner]
    #expect(owners.map { $0 === built } == [true, true, true])
    #expect(part === built.part && runs.value == 2)
    built.part.owner = nil
  }

  final class Hub: @unchecked Sendable {
    // Unchecked: set by its completion.
    var links: [Link] = []
  }
  final class Link: Sendable {
    let hub: Hub?
    init(_ hub: Hub?) { self.hub = hub }
  }

  @Test func `what is built again in a build that has lost, to an instance that is gone, is one`() {
    let container = Container()
    let (runs, closing, isOver) = (Counter(), Stop(), Gate())
    container.register(Part.self) { r in
      closing.halt()
      _ = try r.require(Link.self)
      return Part()
    }.inObjectScope(.container)
    container.register(Link.self) { r in
      let run = runs.next()
      if run == 1 {
        _ = try r.require(Part.self)
        _ = isOver.pass()
      }
      return Link(run == 2 ? nil : try r.require(Hub.self))
    }.inObjectScope(.weak)
    container.register(Hub.self) { _ in Hub() }.inObjectScope(.container)
      .initCompleted { r, hub in hub.links = try [r.require(), r.require()] }

    let rival = ThreadRun {
      _ = container.resolve(Part.self)
      isOver.open()
    }
    closing.waitForArrival()
    let builder = ThreadRun { container.resolve(Link.self) }
    #expect(builder.rests)
    closing.release()
    #expect(rival.result != nil)
    let link = builder.result ?? nil
    #expect(link?.hub?.links.map { $0 === link } == [true, true])
    #expect(runs.value == 3)
    link?.hub?.links = []
  }

  private final class Whole: @unchecked Sendable {
    // Unchecked: set while it is completed, on one thread.
    var isComplete = false
  }
  private final class User: Sendable {
    let whole: Whole
    init(_ whole: Whole) { self.whole = whole }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `an awaited cycle gets nothing half-built from a thread that joined it`() async throws {
    let (container, stop) = (Container(), Stop())
    let lazies = Recorder<Lazy<User>>()
    container.register(User.self) { r in User(try r.require()) }
    container.register(Whole.self) { _ in Whole() }.inObjectScope(.container)
      .initCompleted { _, whole in
        _ = try lazies.all[0].require()
        stop.halt()
        whole.isComplete = true
      }
    container.register(Bool.self) { [unowned container] r async throws in
      lazies.add(try r.require())
      let builder = ThreadRun { container.resolve(Whole.self) }
      stop.waitForArrival()
      let asking = ThreadRun { r.resolve(User.self)?.whole.isComplete }
      #expect(asking.rests)
      stop.release()
      return builder.result != nil && asking.result == true
    }
    let isRight = Task(executorPreference: QueueExecutor()) { try await container.requireAsync(Bool.self) }
    #expect(try await isRight.value)
  }
}
