import Testing

@testable import Facet

/// Two threads that need what the other one builds: the first has the tray, the second the cup.
@Suite(.timeLimit(.minutes(5))) struct CircleTests {
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
    let (tray, cup, instance) = (tray, cup, SharedInstance.copy(of: Tea()))
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
    let (tray, cup, instance) = (tray, cup, SharedInstance.copy(of: Tea()))
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
    let old = Circle.flight(cup)
    #expect(first.run { Circle.claim(cup) } == .granted)
    #expect(Circle.flight(cup) !== old)
    #expect(waiting.waits)
    // What the other thread makes of it is dropped.
    let instance = SharedInstance.copy(of: Tea())
    #expect(old.map { Flights.setInstance(instance, of: $0) } == false)
    old.map { Flights.end([$0]) }
    #expect(Circle.flight(cup) != nil)
    _ = first.run {
      Circle.flight(cup).map { Flights.end([$0]) }
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
    let old = Circle.flight(tray)
    let closing = first.begin { Circle.claim(cup) }
    #expect(waiting.result == .granted)
    #expect(closing.waits)
    #expect(old?.isTakenOver == true)
    _ = second.run {
      Circle.flight(tray).map { Flights.end([$0]) }
      Circle.pop()
    }
    #expect(second.run { Circle.end(cup) } == true)
    #expect(closing.result == .ended)
    _ = first.run {
      Circle.pop()
      old.map { Flights.end([$0]) }
    }
    #expect(Circle.flight(tray) == nil)
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

  @Test func `of two that wait for the other's completion one goes on`() {
    let (tray, cup) = (tray, cup)
    begin()
    let (trayFlight, cupFlight) = (Circle.flight(tray), Circle.flight(cup))
    let waiting = second.begin { Circle.waitForCompletion(of: trayFlight) }
    #expect(waiting.waits)
    #expect(first.run { Circle.waitForCompletion(of: cupFlight) } == true)
    #expect(waiting.waits)
    #expect(first.run { Circle.end(tray) } == true)
    #expect(waiting.result == true)
    #expect(second.run { Circle.end(cup) } == true)
  }

  @Test func `who waits for a completion lets go where a build would wait for ever`() {
    let (tray, cup) = (tray, cup)
    begin()
    let flight = Circle.flight(tray)
    let waiting = second.begin { Circle.waitForCompletion(of: flight) }
    #expect(waiting.waits)
    let closing = first.begin { Circle.claim(cup) }
    #expect(waiting.result == true)
    #expect(closing.waits)
    #expect(second.run { Circle.end(cup) } == true)
    #expect(closing.result == .ended)
    #expect(first.run { Circle.end(tray) } == true)
  }

  @Test func `who waits for a completion offers nothing to a thread that it does not wait for`() {
    let (tray, cup, instance) = (tray, cup, SharedInstance.copy(of: Tea()))
    begin()
    #expect(first.run { Circle.offer(instance, of: tray) } == true)
    let waiting = second.begin { Circle.claim(tray) }
    #expect(waiting.waits)
    // The first thread must finish after the second: it has taken that one's half-built instance.
    let flight = Circle.flight(cup)
    let completing = first.begin { Circle.waitForCompletion(of: flight) }
    #expect(
      waiting.result == .halfBuilt(ObjectIdentifier(instance), dependent: ObjectIdentifier(cup)))
    #expect(completing.waits)
    #expect(second.run { Circle.end(cup) } == true)
    #expect(completing.result == true)
    #expect(first.run { Circle.end(tray) } == true)
  }

  @Test func `a circle of three is found, and broken where an instance is on offer`() {
    let (tray, cup, pot, third) = (tray, cup, inner.make("pot"), Worker())
    let instance = SharedInstance.copy(of: Tea())
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
