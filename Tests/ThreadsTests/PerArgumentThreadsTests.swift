import Facet
import FacetTestSupport
import Testing

private final class Channel: @unchecked Sendable {
  // Unchecked: set while its cycle runs, on one thread.
  var peer: Channel?
  let number: Int
  init(_ number: Int) { self.number = number }
}

/// An argument that stops a thread while it is compared.
private struct Slow: Hashable, Sendable {
  let number: Int
  var stop: Stop?
  static func == (left: Slow, right: Slow) -> Bool {
    (left.stop ?? right.stop)?.halt()
    return left.number == right.number
  }
  func hash(into hasher: inout Hasher) {}
}

/// One instance for each value of the arguments, asked for by several threads.
@Suite(.timeLimit(.minutes(20))) struct PerArgumentThreadsTests {
  private let container = Container()
  private let builds = Counter()

  @Test func `threads that ask with equal arguments build once, and those with others do not wait`() {
    let building = Stop()
    container.register(Channel.self) { [builds] _, number in
      if number == 0 {
        builds.next()
        building.halt()
      }
      return Channel(number)
    }.inObjectScope(.perArgument)
    let threads = (0..<5).map { [container] _ in ThreadRun { container.resolve(Channel.self, argument: 0) } }
    building.waitForArrival()
    #expect(threads.allSatisfy { $0.rests })
    let others = (1..<5).map { [container] number in
      ThreadRun { container.resolve(Channel.self, argument: number) }
    }
    #expect(others.map { ($0.result ?? nil)?.number } == Array(1..<5))
    building.release()
    let channels = threads.map { $0.result ?? nil }
    #expect(channels.allSatisfy { $0 != nil && $0 === channels[0] })
    #expect(builds.value == 1)
  }

  @Test func `threads that wait while a reset gives the value up build it once more, and that is kept`() {
    let building = Stop()
    container.register(Channel.self) { [builds] _, number in
      if builds.next() == 1 { building.halt() }
      return Channel(number)
    }.inObjectScope(.perArgument)
    let threads = (0..<3).map { [container] _ in ThreadRun { container.resolve(Channel.self, argument: 0) } }
    building.waitForArrival()
    #expect(threads.allSatisfy { $0.rests })
    container.resetObjectScope(.perArgument)
    building.release()
    let kept = container.resolve(Channel.self, argument: 0)
    #expect(threads.count { ($0.result ?? nil) === kept } == 2)
    #expect(builds.value == 2)
  }

  @Test func `no thread waits while arguments are compared`() {
    container.register(Channel.self) { (_, key: Slow) in Channel(key.number) }.inObjectScope(.perArgument)
    let known = container.resolve(Channel.self, argument: Slow(number: 1))
    let comparing = Stop()
    let slow = ThreadRun { [container] in
      container.resolve(Channel.self, argument: Slow(number: 2, stop: comparing))
    }
    comparing.waitForArrival()
    let found = (1...2).map { container.resolve(Channel.self, argument: Slow(number: $0)) }
    comparing.release()
    // It looks again, and finds what was added meanwhile.
    #expect(found[0] === known && found[1]?.number == 2 && slow.result ?? nil === found[1])
  }

  @Test func `a close ends each instance once, and a build that comes too late its own`() throws {
    let (building, closed) = (Stop(), Recorder<Int>())
    container.register(Channel.self) { _, number in
      if number == 2 { building.halt() }
      return Channel(number)
    }.inObjectScope(.perArgument).onClose { closed.add($0.number) }
    for number in 0..<2 { _ = container.resolve(Channel.self, argument: number) }
    let last = ThreadRun { [container] in container.resolve(Channel.self, argument: 2) }
    building.waitForArrival()
    try container.close()
    #expect(closed.all == [1, 0])
    building.release()
    #expect((last.result ?? nil) == nil)
    #expect(closed.all == [1, 0, 2])
  }

  @Test func `factories of two values that need each other are a loop, over threads too`() {
    let (meeting, errors) = (NamedMeeting(of: 2), Recorder<ResolutionError>())
    container.register(Channel.self) { (r, number: Int) in
      meeting.attend("\(number)")
      return try r.require(Channel.self, argument: 1 - number)
    }.inObjectScope(.perArgument)
    container.failureHandler = { errors.add($0) }
    concurrently(2) { [container] index in _ = container.resolve(Channel.self, argument: index) }
    #expect(errors.all.map(\.code) == [.loop, .loop])
    #expect(errors.all.map(\.path.count) == [3, 3])
  }

  @Test func `values that complete one another are one circle, whichever threads begin`() {
    for _ in 0..<100 {
      let (container, meeting) = (Container(), NamedMeeting(of: 3))
      container.register(Channel.self) { (_, number: Int) in
        meeting.attend("\(number)")
        return Channel(number)
      }.inObjectScope(.perArgument)
        .initCompleted { r, channel in
          channel.peer = r.resolve(Channel.self, argument: (channel.number + 1) % 3)
        }
      concurrently(3) { index in _ = container.resolve(Channel.self, argument: index) }
      let channels = (0..<3).map { container.resolve(Channel.self, argument: $0) }
      let isCircle = channels.enumerated().allSatisfy { number, channel in
        channel?.number == number && channel?.peer === channels[(number + 1) % 3]
      }
      #expect(isCircle)
      channels[0]?.peer = nil
    }
  }
}
