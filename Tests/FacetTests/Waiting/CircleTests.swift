import Testing

@testable import Facet

/// Two threads that need what the other one builds: the first has the tray, the second the cup.
@Suite(.offPool, .timeLimit(.minutes(5))) struct CircleTests {
  private let circle: Circle
  /// Those within.
  private let inner: Records
  private var tray: Record { circle.tray }
  private var cup: Record { circle.cup }
  private var first: Worker { circle.first }
  private var second: Worker { circle.second }

  init() {
    circle = Circle()
    inner = Records(in: circle.container)
  }

  /// Lets each thread begin its own.
  private func begin(_ phase: Frame.Phase = .building, _ otherPhase: Frame.Phase = .building) {
    let (tray, cup, inner) = (tray, cup, inner.make("inner"))
    #expect(first.run { Circle.begin(tray) } == .granted)
    #expect(second.run { Circle.begin(cup) } == .granted)
    // What completes is a service within.
    if phase != .building { _ = first.run { Circle.push(inner, phase) } }
    if otherPhase != .building { _ = second.run { Circle.push(inner, otherPhase) } }
  }

  @Test func `factories that need one another are a loop, with the path of the thread that waits`() {
    let (tray, cup) = (tray, cup)
    begin()
    let waiting = second.begin { Circle.claim(tray) }
    #expect(waiting.waits)
    #expect(first.run { Circle.claim(cup) } == .loop(otherPath: ["cup"]))
    // It goes on when the other one gives up.
    #expect(first.run { Circle.end(tray) } == true)
    #expect(waiting.result == .ended)
    #expect(second.run { Circle.end(cup) } == true)
  }

  @Test func `who closes a circle gets the half-built instance of the other thread`() {
    let (tray, cup, instance) = (tray, cup, Instance.copy(of: Tea()))
    begin()
    #expect(second.run { Circle.offer(instance, of: cup) } == true)
    let waiting = second.begin { Circle.claim(tray) }
    #expect(waiting.waits)
    #expect(
      first.run { Circle.claim(cup) }
        == .halfBuilt(ObjectIdentifier(instance), dependent: ObjectIdentifier(tray)))
    #expect(waiting.waits)
    #expect(first.run { Circle.end(tray) } == true)
    #expect(waiting.result == .ended)
    #expect(second.run { Circle.end(cup) } == true)
  }

  @Test func `who waits gets the half-built instance of the thread that closes a circle`() {
    let (tray, cup, instance) = (tray, cup, Instance.copy(of: Tea()))
    begin()
    #expect(first.run { Circle.offer(instance, of: tray) } == true)
    let waiting = second.begin { Circle.claim(tray) }
    #expect(waiting.waits)
    let closing = first.begin { Circle.claim(cup) }
    #expect(
      waiting.result == .halfBuilt(ObjectIdentifier(instance), dependent: ObjectIdentifier(cup)))
    #expect(closing.waits)
    #expect(second.run { Circle.end(cup) } == true)
    #expect(closing.result == .ended)
    #expect(first.run { Circle.end(tray) } == true)
  }

  @Test func `who completes a service and closes a circle builds what the other one has begun`() {
    let (tray, cup) = (tray, cup)
    begin(.completing)
    let waiting = second.begin { Circle.claim(tray) }
    #expect(waiting.waits)
    let old = Circle.build(cup)
    #expect(first.run { Circle.claim(cup) } == .granted)
    #expect(Circle.build(cup) !== old)
    #expect(waiting.waits)
    // What the other thread makes of it is dropped.
    let instance = Instance.copy(of: Tea())
    #expect(old.map { WaitGraph.setInstance(instance, of: $0) } == false)
    old.map { WaitGraph.end([$0]) }
    #expect(Circle.build(cup) != nil)
    _ = first.run {
      Circle.build(cup).map { WaitGraph.end([$0]) }
      Circle.pop()
    }
    #expect(first.run { Circle.end(tray) } == true)
    #expect(waiting.result == .ended)
    _ = second.run { Circle.pop() }
  }

  @Test func `who completes a service and waits builds it itself when the other one closes a circle`() {
    let (tray, cup) = (tray, cup)
    begin(.building, .completing)
    let waiting = second.begin { Circle.claim(tray) }
    #expect(waiting.waits)
    let old = Circle.build(tray)
    let closing = first.begin { Circle.claim(cup) }
    #expect(waiting.result == .granted)
    #expect(closing.waits)
    #expect(old?.isTakenOver == true)
    _ = second.run {
      Circle.build(tray).map { WaitGraph.end([$0]) }
      Circle.pop()
    }
    #expect(second.run { Circle.end(cup) } == true)
    #expect(closing.result == .ended)
    _ = first.run {
      Circle.pop()
      old.map { WaitGraph.end([$0]) }
    }
    #expect(Circle.build(tray) == nil)
  }

  @Test func `a completion below what the other one waits for does not break a circle`() {
    let (tray, cup, outer) = (tray, cup, inner.make("outer"))
    _ = first.run { Circle.push(outer, .completing) }
    begin()
    let waiting = second.begin { Circle.claim(tray) }
    #expect(waiting.waits)
    #expect(first.run { Circle.claim(cup) } == .loop(otherPath: ["cup"]))
    #expect(first.run { Circle.end(tray) } == true)
    #expect(waiting.result == .ended)
    #expect(second.run { Circle.end(cup) } == true)
    _ = first.run { Circle.pop() }
  }

  @Test func `a completion that nobody sees does not break a circle`() {
    let (tray, cup) = (tray, cup)
    begin(.completingUnseen)
    let waiting = second.begin { Circle.claim(tray) }
    #expect(waiting.waits)
    #expect(first.run { Circle.claim(cup) } == .loop(otherPath: ["cup"]))
    _ = first.run { Circle.pop() }
    #expect(first.run { Circle.end(tray) } == true)
    #expect(waiting.result == .ended)
    #expect(second.run { Circle.end(cup) } == true)
  }

  // MARK: - Completions

  /// Lets a thread note that it has a half-built instance of the other one.
  private func borrow(_ record: Record, for dependent: Record, on thread: Worker) {
    #expect(thread.run { Circle.borrow(record, for: dependent) } == true)
  }

  @Test func `who has taken a half-built instance waits until that is complete`() {
    let (tray, cup) = (tray, cup)
    begin()
    borrow(tray, for: cup, on: second)
    let finishing = second.begin { Circle.finish(cup) }
    #expect(finishing.waits)
    #expect(first.run { Circle.end(tray) } == true)
    #expect(finishing.result == .ended)
    #expect(Circle.build(cup) == nil)
  }

  @Test func `of two that wait for the other's completion one goes on`() {
    let (tray, cup) = (tray, cup)
    begin()
    borrow(tray, for: cup, on: second)
    borrow(cup, for: tray, on: first)
    let finishing = second.begin { Circle.finish(cup) }
    #expect(finishing.waits)
    #expect(first.run { Circle.finish(tray) } == .ended)
    #expect(finishing.result == .ended)
    #expect(Circle.build(tray) == nil && Circle.build(cup) == nil)
  }

  @Test func `who waits for a completion puts its own off where a build would wait for ever`() {
    let (tray, cup, outer) = (tray, cup, inner.make("outer"))
    let instance = Instance.copy(of: Tea())
    #expect(first.run { Circle.begin(tray) } == .granted)
    #expect(second.run { Circle.begin(outer) } == .granted)
    #expect(second.run { Circle.begin(cup) } == .granted)
    borrow(tray, for: cup, on: second)
    let finishing = second.begin { Circle.finish(cup) }
    #expect(finishing.waits)
    let closing = first.begin { Circle.claim(outer) }
    #expect(finishing.result == .putOff(frame: 0))
    #expect(closing.waits)
    #expect(Circle.build(cup)?.isOver == false)
    // Its factory returns, and then it is the other thread that can go on.
    #expect(second.run { Circle.offer(instance, of: outer) } == true)
    let last = second.begin { Circle.finish(outer) }
    #expect(
      closing.result == .halfBuilt(ObjectIdentifier(instance), dependent: ObjectIdentifier(tray)))
    #expect(last.waits)
    borrow(outer, for: tray, on: first)
    #expect(first.run { Circle.finish(tray) } == .ended)
    #expect(last.result == .ended)
    #expect([tray, cup, outer].allSatisfy { Circle.build($0) == nil })
  }

  @Test func `who waits for a completion offers what it has to a thread that waits for that`() {
    let (tray, cup, instance) = (tray, cup, Instance.copy(of: Tea()))
    begin()
    #expect(first.run { Circle.offer(instance, of: tray) } == true)
    let waiting = second.begin { Circle.claim(tray) }
    #expect(waiting.waits)
    // The first thread must finish after the second: it has taken that one's half-built instance.
    borrow(cup, for: tray, on: first)
    let finishing = first.begin { Circle.finish(tray) }
    #expect(
      waiting.result == .halfBuilt(ObjectIdentifier(instance), dependent: ObjectIdentifier(cup)))
    #expect(finishing.waits)
    borrow(tray, for: cup, on: second)
    #expect(second.run { Circle.finish(cup) } == .ended)
    #expect(finishing.result == .ended)
  }

  @Test func `a circle of three is found, and broken where an instance is on offer`() {
    let (tray, cup, pot, third) = (tray, cup, inner.make("pot"), Worker())
    let instance = Instance.copy(of: Tea())
    begin()
    #expect(third.run { Circle.begin(pot) } == .granted)
    #expect(second.run { Circle.offer(instance, of: cup) } == true)
    // Third waits for the cup, second for the tray, and first closes with the pot.
    let offered = third.begin { Circle.claim(cup) }
    #expect(offered.waits)
    let waiting = second.begin { Circle.claim(tray) }
    #expect(waiting.waits)
    let closing = first.begin { Circle.claim(pot) }
    #expect(
      offered.result == .halfBuilt(ObjectIdentifier(instance), dependent: ObjectIdentifier(pot)))
    #expect(closing.waits)
    #expect(waiting.waits)
    #expect(third.run { Circle.end(pot) } == true)
    #expect(closing.result == .ended)
    #expect(first.run { Circle.end(tray) } == true)
    #expect(waiting.result == .ended)
    #expect(second.run { Circle.end(cup) } == true)
  }
}
