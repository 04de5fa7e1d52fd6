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
@Suite(.timeLimit(.minutes(20))) struct PerArgumentTests {
  private let container = Container()
  private let builds = Counter()

  // MARK: - Arranged

  @Test func `ten threads that ask with equal arguments build once`() {
    let building = Stop()
    container.register(Channel.self) { [builds] _, number in
      builds.next()
      building.halt()
      return Channel(number)
    }.inObjectScope(.perArgument)
    let threads = (0..<10).map { [container] _ in
      ThreadRun { container.resolve(Channel.self, argument: 1) }
    }
    building.waitForArrival()
    let resting = threads.count { $0.rests }
    #expect(resting == 10)
    building.release()
    let channels = threads.map { $0.result ?? nil }
    #expect(channels.allSatisfy { $0 != nil && $0 === channels[0] })
    #expect(builds.value == 1)
  }

  @Test func `threads that ask with different arguments do not wait for one another`() {
    let building = Stop()
    container.register(Channel.self) { _, number in
      if number == 0 { building.halt() }
      return Channel(number)
    }.inObjectScope(.perArgument)
    let first = ThreadRun { [container] in container.resolve(Channel.self, argument: 0) }
    building.waitForArrival()
    let others = (1..<10).map { [container] number in
      ThreadRun { container.resolve(Channel.self, argument: number) }
    }
    #expect(others.map { ($0.result ?? nil)?.number } == Array(1..<10))
    #expect(!first.isOver)
    building.release()
    #expect((first.result ?? nil)?.number == 0)
    #expect(container.resolve(Channel.self, argument: 0)?.number == 0)
  }

  @Test func `no thread waits while arguments are compared`() {
    container.register(Channel.self) { (_, key: Slow) in Channel(key.number) }.inObjectScope(.perArgument)
    let known = container.resolve(Channel.self, argument: Slow(number: 1))
    let comparing = Stop()
    let slow = ThreadRun { [container] in
      container.resolve(Channel.self, argument: Slow(number: 2, stop: comparing))
    }
    comparing.waitForArrival()
    #expect(container.resolve(Channel.self, argument: Slow(number: 1)) === known)
    let added = container.resolve(Channel.self, argument: Slow(number: 2))
    #expect(added?.number == 2)
    comparing.release()
    // It looks again, and finds what was added meanwhile.
    #expect(slow.result ?? nil === added)
  }

  @Test func `what is built during a reset is handed out and not kept`() {
    let building = Stop()
    container.register(Channel.self) { [builds] _, number in
      builds.next()
      if builds.value == 1 { building.halt() }
      return Channel(number)
    }.inObjectScope(.perArgument)
    let first = ThreadRun { [container] in container.resolve(Channel.self, argument: 0) }
    building.waitForArrival()
    let second = ThreadRun { [container] in container.resolve(Channel.self, argument: 0) }
    #expect(second.rests)
    container.resetObjectScope(.perArgument)
    building.release()
    let (old, new) = (first.result ?? nil, second.result ?? nil)
    #expect(old != nil)
    #expect(old !== new)
    #expect(container.resolve(Channel.self, argument: 0) === new)
    #expect(builds.value == 2)
  }

  @Test func `a close ends each instance once, and a build that comes too late its own`() throws {
    let (building, disposed) = (Stop(), Recorder<Int>())
    container.register(Channel.self) { _, number in
      if number == 2 { building.halt() }
      return Channel(number)
    }.inObjectScope(.perArgument).onClose { disposed.add($0.number) }
    for number in 0..<2 { _ = container.resolve(Channel.self, argument: number) }
    let last = ThreadRun { [container] in container.resolve(Channel.self, argument: 2) }
    building.waitForArrival()
    try container.close()
    #expect(disposed.all == [1, 0])
    building.release()
    let built = last.result ?? nil
    #expect(built == nil)
    #expect(disposed.all == [1, 0, 2])
  }

  // MARK: - Circles over threads

  @Test func `factories of two values that need each other are a loop, over threads too`() {
    let (meeting, errors) = (NamedMeeting(of: 2), Recorder<ResolutionError>())
    container.register(Channel.self, fileID: "Ring.swift", line: 1) { (r, number: Int) in
      meeting.attend("\(number)")
      let channel = Channel(number)
      channel.peer = try r.require(Channel.self, argument: 1 - number)
      return channel
    }.inObjectScope(.perArgument)
    concurrently(2) { [container] index in
      do throws(ResolutionError) {
        _ = try container.require(Channel.self, argument: index)
      } catch {
        errors.add(error)
      }
    }
    #expect(errors.all.count == 2)
    #expect(errors.all.allSatisfy { $0.code == .loop })
    #expect(errors.all.allSatisfy { $0.path.count == 3 })
  }

  @Test func `values that complete one another are one circle, whichever threads begin`() {
    for _ in 0..<100 {
      let container = Container()
      let meeting = NamedMeeting(of: 3)
      container.register(Channel.self) { (_, number: Int) in
        meeting.attend("\(number)")
        return Channel(number)
      }.inObjectScope(.perArgument)
        .initCompleted { r, channel in
          channel.peer = r.resolve(Channel.self, argument: (channel.number + 1) % 3)
        }
      let channels = Recorder<Channel>()
      concurrently(3) { index in
        if let channel = container.resolve(Channel.self, argument: index) { channels.add(channel) }
      }
      #expect(channels.all.count == 3)
      for channel in channels.all {
        let next = channel.peer
        #expect(next?.number == (channel.number + 1) % 3)
        #expect(channels.all.first { $0.number == next?.number } === next)
        #expect(next?.peer?.peer === channel)
      }
      for channel in channels.all { channel.peer = nil }
    }
  }

  // MARK: - All at once

  @Test func `ten threads build each of many values once`() {
    container.register(Channel.self) { [builds] _, number in
      builds.next()
      return Channel(number)
    }.inObjectScope(.perArgument)
    let wrong = Counter()
    let channels = Recorder<[Channel?]>()
    concurrently(10) { [container] thread in
      var random = Sequence32(thread + 1)
      for _ in 0..<500 {
        let number = random.next(below: 300)
        if container.resolve(Channel.self, argument: number)?.number != number { wrong.next() }
      }
      channels.add((0..<300).map { container.resolve(Channel.self, argument: $0) })
    }
    #expect(wrong.value == 0)
    #expect(builds.value == 300)
    let first = channels.all[0]
    #expect(channels.all.allSatisfy { zip($0, first).allSatisfy { $0 === $1 } })
  }

  @Test func `ten threads get what they ask for while instances go`() {
    container.register(Channel.self) { _, number in Channel(number) }.inObjectScope(.perArgument)
    let wrong = Counter()
    concurrently(10) { [container] thread in
      var random = Sequence32(thread + 1)
      var held: Channel?
      for _ in 0..<1_000 {
        let number = random.next(below: 20)
        guard let channel = container.resolve(Channel.self, argument: number) else {
          wrong.next()
          continue
        }
        if channel.number != number { wrong.next() }
        if random.next(below: 4) == 0 { held = channel }
        if let held,
          container.resolve(Channel.self, argument: held.number) !== held
        {
          wrong.next()
        }
      }
    }
    #expect(wrong.value == 0)
  }

  @Test func `ten threads change, reset, copy and resolve`() {
    let container = container
    container.failureHandler = { _ in }
    let scopes: [ObjectScope] = [.perArgument, .container, .graph]
    let entry = container.register(Channel.self) { _, number in Channel(number) }
      .inObjectScope(.perArgument)
    let wrong = Counter()
    concurrently(10) { thread in
      var random = Sequence32(thread + 1)
      for round in 0..<300 {
        switch random.next(below: 10) {
        case 0: entry.inObjectScope(scopes[random.next(below: scopes.count)])
        case 1: container.resetObjectScope(scopes[random.next(below: scopes.count)])
        case 2 where round % 20 == 0: entry.initCompleted { _, channel in _ = channel.number }
        case 3 where round % 20 == 0: entry.onClose { _ in }
        case 4:
          let copy = container.copy()
          if copy.resolve(Channel.self, argument: round)?.number != round { wrong.next() }
        case 5:
          if Container(parent: container).resolve(Channel.self, argument: round % 7) == nil {
            wrong.next()
          }
        default: if container.resolve(Channel.self, argument: round % 7) == nil { wrong.next() }
        }
      }
    }
    entry.inObjectScope(.perArgument)
    let channel = container.resolve(Channel.self, argument: 3)
    #expect(channel?.number == 3)
    #expect(container.resolve(Channel.self, argument: 3) === channel)
    #expect(wrong.value == 0)
  }

  @Test func `a close under load disposes of what is kept once`() throws {
    for round in 0..<20 {
      let container = Container()
      container.failureHandler = { _ in }
      let disposed = Recorder<ObjectIdentifier>()
      let kept = Recorder<Channel>()
      container.register(Channel.self) { _, number in
        let channel = Channel(number)
        kept.add(channel)
        return channel
      }.inObjectScope(.perArgument).onClose { disposed.add(ObjectIdentifier($0)) }
      concurrently(5) { thread in
        if thread == 0 {
          for _ in 0..<round { _ = container.resolve(Channel.self, argument: -1) }
          try? container.close()
        } else {
          for number in 0..<50 { _ = container.resolve(Channel.self, argument: number) }
        }
      }
      #expect(Set(disposed.all).count == disposed.all.count)
      #expect(Set(disposed.all) == Set(kept.all.map { ObjectIdentifier($0) }))
    }
  }
}
