import FacetTestSupport
import Foundation
import Testing

@testable import Facet

/// The right of one thread at a time, and threads that wait for it.
@Suite(.offPool, .timeLimit(.minutes(5))) struct TurnTests {
  private enum Answer: Equatable {
    case taken, own
    case circle(otherPath: [String])
  }

  /// Something that one thread uses at a time.
  private final class Spoon: @unchecked Sendable {
    // Unchecked for the turn, which is safe from any thread.
    let turn = Turn()

    /// Takes the turn on the calling thread.
    func take(isOptional: Bool = false) -> Answer {
      switch turn.take(for: Facet.Thread.current, of: self, isOptional: isOptional) {
      case .taken: .taken
      case .own: .own
      case .circle(let otherPath): .circle(otherPath: otherPath.map { $0.key.name ?? "" })
      }
    }

    func giveBack() {
      turn.giveBack(of: self)
    }
  }

  private let first = Worker()
  private let second = Worker()
  private let spoon = Spoon()
  private let fork = Spoon()
  private let made = Records()

  @Test func `a thread takes a turn once`() {
    let spoon = spoon
    #expect(first.run { spoon.take() } == .taken)
    #expect(first.run { spoon.take() } == .own)
    _ = first.run { spoon.giveBack() }
    #expect(second.run { spoon.take() } == .taken)
    _ = second.run { spoon.giveBack() }
  }

  @Test func `who waits goes on when the turn is given back`() {
    let spoon = spoon
    #expect(first.run { spoon.take() } == .taken)
    let waiting = second.begin { spoon.take() }
    #expect(waiting.waits)
    _ = first.run { spoon.giveBack() }
    #expect(waiting.result == .taken)
    _ = second.run { spoon.giveBack() }
  }

  @Test func `of several that wait one has the turn at a time`() {
    let spoon = spoon
    let others = (0..<3).map { _ in Worker() }
    #expect(first.run { spoon.take() } == .taken)
    let waiting = others.map { worker in
      worker.begin {
        let answer = spoon.take()
        spoon.giveBack()
        return answer
      }
    }
    for job in waiting { #expect(job.waits) }
    _ = first.run { spoon.giveBack() }
    for job in waiting { #expect(job.result == .taken) }
    #expect(first.run { spoon.take() } == .taken)
    _ = first.run { spoon.giveBack() }
  }

  @Test func `a circle of two turns is found, with the path of the thread that waits`() {
    let (spoon, fork, tray) = (spoon, fork, made.make("tray"))
    #expect(first.run { spoon.take() } == .taken)
    #expect(second.run { fork.take() } == .taken)
    _ = second.run { Circle.push(tray, .building) }
    let waiting = second.begin { spoon.take() }
    #expect(waiting.waits)
    #expect(first.run { fork.take() } == .circle(otherPath: ["tray"]))
    _ = first.run { spoon.giveBack() }
    #expect(waiting.result == .taken)
    _ = second.run {
      Circle.pop()
      spoon.giveBack()
      fork.giveBack()
    }
  }

  @Test func `who can do without the turn goes on where it would wait in a circle`() {
    let (spoon, fork) = (spoon, fork)
    #expect(first.run { spoon.take() } == .taken)
    #expect(second.run { fork.take() } == .taken)
    let waiting = second.begin { spoon.take() }
    #expect(waiting.waits)
    #expect(first.run { fork.take(isOptional: true) } == .circle(otherPath: []))
    #expect(waiting.waits)
    _ = first.run { spoon.giveBack() }
    #expect(waiting.result == .taken)
    _ = second.run {
      spoon.giveBack()
      fork.giveBack()
    }
  }

  @Test func `who waits and can do without the turn goes on when another thread closes a circle`() {
    let (spoon, fork) = (spoon, fork)
    #expect(first.run { spoon.take() } == .taken)
    #expect(second.run { fork.take() } == .taken)
    let waiting = second.begin { spoon.take(isOptional: true) }
    #expect(waiting.waits)
    let closing = first.begin { fork.take() }
    #expect(waiting.result == .circle(otherPath: []))
    #expect(closing.waits)
    _ = second.run { fork.giveBack() }
    #expect(closing.result == .taken)
    _ = first.run {
      fork.giveBack()
      spoon.giveBack()
    }
  }

  @Test func `a circle of a turn and a build is a loop`() {
    let (spoon, tray) = (spoon, made.make("tray"))
    #expect(first.run { spoon.take() } == .taken)
    #expect(second.run { Circle.begin(tray) } == .granted)
    let waiting = second.begin { spoon.take() }
    #expect(waiting.waits)
    #expect(first.run { Circle.claim(tray) } == .loop(otherPath: ["tray"]))
    _ = first.run { spoon.giveBack() }
    #expect(waiting.result == .taken)
    _ = second.run { spoon.giveBack() }
    #expect(second.run { Circle.end(tray) } == true)
  }

  @Test func `a turn that could be done without gives way to a build`() {
    let (spoon, tray) = (spoon, made.make("tray"))
    #expect(first.run { spoon.take() } == .taken)
    #expect(second.run { Circle.begin(tray) } == .granted)
    let waiting = second.begin { spoon.take(isOptional: true) }
    #expect(waiting.waits)
    let closing = first.begin { Circle.claim(tray) }
    #expect(waiting.result == .circle(otherPath: []))
    #expect(second.run { Circle.end(tray) } == true)
    #expect(closing.result == .ended)
    _ = first.run { spoon.giveBack() }
  }

  @Test func `a circle of three turns is found`() {
    let (spoon, fork, knife, third, tray) = (spoon, fork, Spoon(), Worker(), made.make("tray"))
    #expect(first.run { spoon.take() } == .taken)
    #expect(second.run { fork.take() } == .taken)
    #expect(third.run { knife.take() } == .taken)
    _ = second.run { Circle.push(tray, .building) }
    let waiting = second.begin { knife.take() }
    let other = third.begin { spoon.take() }
    #expect(waiting.waits && other.waits)
    // The path is that of the thread whose turn it is.
    #expect(first.run { fork.take() } == .circle(otherPath: ["tray"]))
    _ = first.run { spoon.giveBack() }
    #expect(other.result == .taken)
    _ = third.run { knife.giveBack() }
    #expect(waiting.result == .taken)
    _ = second.run { Circle.pop() }
  }

  @Test func `a turn that nobody awaits leaves nothing in the graph`() {
    let (spoon, first) = (spoon, first)
    let isKnown = { WaitGraph.state.withLock { $0.turns[ObjectIdentifier(spoon)] != nil } }
    #expect(first.run { spoon.take() } == .taken)
    #expect(!isKnown())
    let waiting = second.begin { spoon.take() }
    #expect(waiting.waits)
    #expect(isKnown())
    _ = first.run { spoon.giveBack() }
    #expect(waiting.result == .taken)
    #expect(!isKnown())
    _ = second.run { spoon.giveBack() }
  }

  @Test(arguments: [false, true])
  func `threads that take turns at random never meet, and none is forgotten`(isOptional: Bool) {
    let (spoon, count) = (spoon, UncheckedBox(UnsafeMutablePointer<Int>.allocate(capacity: 1)))
    count.value.initialize(to: 0)
    defer { count.value.deallocate() }
    let workers = (0..<8).map { _ in Worker() }
    let jobs = workers.map { worker in
      worker.begin {
        for _ in 0..<2_000 {
          guard spoon.take(isOptional: isOptional) == .taken else { return false }
          count.value.pointee += 1
          spoon.giveBack()
        }
        return true
      }
    }
    for job in jobs { #expect(job.result == true) }
    #expect(count.value.pointee == 16_000)
  }

  @Test func `who begins to wait as a turn is given back is not forgotten`() {
    // Each round has a turn of its own: nobody comes later who would wake a thread that was forgotten.
    let rounds = (0..<20_000).map { number in (spoon: Spoon(), arrived: Counter(), number: number) }
    let jobs = [first, second].map { worker in
      worker.begin {
        for round in rounds {
          round.arrived.next()
          var spins = 0
          while round.arrived.value < 2 {
            spins += 1
            if spins > 1_000 { Foundation.Thread.sleep(forTimeInterval: 0.000_05) }
          }
          guard round.spoon.take() == .taken else { return false }
          // So that the other one is at different steps of its wait.
          for _ in 0..<round.number % 400 { _ = round.arrived.value }
          round.spoon.giveBack()
        }
        return true
      }
    }
    for job in jobs { #expect(job.result == true) }
  }
}
