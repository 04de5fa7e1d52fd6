import FacetTestSupport
import Testing

@testable import Facet

/// Who builds, and who waits: two threads without a circle.
@Suite(.timeLimit(.minutes(5))) struct FlightsTests {
  private let circle = Circle()
  private var tray: Record { circle.tray }
  private var cup: Record { circle.cup }
  private var first: Worker { circle.first }
  private var second: Worker { circle.second }

  @Test func `who comes first builds`() {
    let tray = tray
    #expect(first.run { Circle.begin(tray) } == .granted)
    #expect(first.run { Circle.end(tray) } == true)
  }

  @Test func `who builds already is told so`() {
    let tray = tray
    #expect(first.run { Circle.begin(tray) } == .granted)
    #expect(first.run { Circle.claim(tray) } == .own)
    #expect(first.run { Circle.end(tray) } == true)
  }

  @Test func `nobody begins what has just been finished`() {
    let tray = tray
    _ = tray.publish(.copy(of: Tea()), since: tray.resetCount)
    #expect(first.run { Circle.claim(tray) } == .ended)
    #expect(Circle.flight(tray) == nil)
  }

  @Test func `two records are built side by side`() {
    let (tray, cup) = (tray, cup)
    #expect(first.run { Circle.begin(tray) } == .granted)
    #expect(second.run { Circle.begin(cup) } == .granted)
    #expect(first.run { Circle.end(tray) } == true)
    #expect(second.run { Circle.end(cup) } == true)
  }

  @Test func `who comes second waits until the build has ended`() {
    let tray = tray
    #expect(first.run { Circle.begin(tray) } == .granted)
    let waiting = second.begin { Circle.claim(tray) }
    #expect(waiting.waits)
    #expect(first.run { Circle.end(tray) } == true)
    #expect(waiting.result == .ended)
  }

  @Test func `an instance whose factory has returned is not handed out without need`() {
    let (tray, instance) = (tray, SharedInstance.copy(of: Tea()))
    #expect(first.run { Circle.begin(tray) } == .granted)
    #expect(first.run { Circle.offer(instance, of: tray) } == true)
    let waiting = second.begin { Circle.claim(tray) }
    #expect(waiting.waits)
    #expect(first.run { Circle.end(tray) } == true)
    #expect(waiting.result == .ended)
  }

  @Test func `everybody who waits is woken`() {
    let tray = tray
    let others = (0..<3).map { _ in Worker() }
    #expect(first.run { Circle.begin(tray) } == .granted)
    let waiting = others.map { $0.begin { Circle.claim(tray) } }
    for job in waiting { #expect(job.waits) }
    #expect(first.run { Circle.end(tray) } == true)
    for job in waiting { #expect(job.result == .ended) }
  }

  @Test func `after a build that failed the next one builds`() {
    let tray = tray
    #expect(first.run { Circle.begin(tray) } == .granted)
    #expect(first.run { Circle.end(tray) } == true)
    #expect(second.run { Circle.begin(tray) } == .granted)
    #expect(second.run { Circle.end(tray) } == true)
  }

  @Test func `an end publishes what it was told to, and retires what that replaces`() {
    let (tray, notes, instance) = (tray, Recorder<String>(), SharedInstance.copy(of: Tea()))
    let isEnded = first.run {
      guard case .granted(let flight) = Flights.claim(tray, for: ThreadState.current) else { return false }
      _ = tray.publish(.copy(of: Farewell { notes.add("old") }), since: tray.resetCount)
      flight.publication = { tray.publish(instance, since: tray.resetCount) }
      Flights.end([flight], isPublished: true)
      return flight.isOver
    }
    #expect(isEnded == true)
    #expect(tray.shared?.takeUnretainedValue() === instance)
    #expect(isReleased { notes.all == ["old"] ? nil : notes })
  }

  @Test func `an end without success publishes nothing`() {
    let tray = tray
    let instance = SharedInstance.copy(of: Tea())
    _ = first.run {
      guard case .granted(let flight) = Flights.claim(tray, for: ThreadState.current) else { return }
      flight.publication = { tray.publish(instance, since: tray.resetCount) }
      Flights.end([flight])
    }
    #expect(tray.shared == nil)
  }

  @Test func `the instance of a second build counts for the thread that builds alone`() {
    let (tray, instance) = (tray, SharedInstance.copy(of: Tea()))
    #expect(first.run { Circle.begin(tray) } == .granted)
    _ = second.run { Flights.setInstance(instance, of: tray, by: ThreadState.current) }
    #expect(Circle.flight(tray)?.instance == nil)
    _ = first.run { Flights.setInstance(instance, of: tray, by: ThreadState.current) }
    #expect(Circle.flight(tray)?.instance === instance)
    #expect(first.run { Circle.end(tray) } == true)
  }

  @Test func `a completion is waited for until the flight has ended`() {
    let tray = tray
    #expect(first.run { Circle.begin(tray) } == .granted)
    let flight = Circle.flight(tray)
    let waiting = second.begin { Circle.waitForCompletion(of: flight) }
    #expect(waiting.waits)
    #expect(first.run { Circle.end(tray) } == true)
    #expect(waiting.result == true)
  }

  @Test func `nobody waits for the completion of a flight that has ended`() {
    let tray = tray
    #expect(first.run { Circle.begin(tray) } == .granted)
    let flight = Circle.flight(tray)
    #expect(first.run { Circle.end(tray) } == true)
    #expect(second.run { Circle.waitForCompletion(of: flight) } == true)
  }
}
