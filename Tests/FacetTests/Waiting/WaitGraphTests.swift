import FacetTestSupport
import Testing

@testable import Facet

/// Who builds, and who waits: threads without a circle.
@Suite(.offPool, .timeLimit(.minutes(5))) struct WaitGraphTests {
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
    #expect(Circle.build(tray) == nil)
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
    let (tray, instance) = (tray, Instance.copy(of: Tea()))
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

  @Test func `an end publishes what it was told to, and retires what that replaces`() async {
    let (tray, notes, instance) = (tray, Recorder<String>(), Instance.copy(of: Tea()))
    let isEnded = first.run {
      guard let build = Self.begin(tray) else { return false }
      _ = tray.publish(.copy(of: Farewell { notes.add("old") }), since: tray.resetCount)
      build.publication = { tray.publish(instance, since: tray.resetCount) }
      WaitGraph.end([build], isPublished: true)
      return build.isOver
    }
    #expect(isEnded == true)
    #expect(tray.shared?.object === instance)
    #expect(await isReleased { notes.all == ["old"] ? nil : notes })
  }

  @Test func `an end without success publishes nothing`() {
    let tray = tray
    let instance = Instance.copy(of: Tea())
    _ = first.run {
      guard let build = Self.begin(tray) else { return }
      build.publication = { tray.publish(instance, since: tray.resetCount) }
      WaitGraph.end([build])
    }
    #expect(tray.shared == nil)
  }

  @Test func `the instance of a second build counts for the thread that builds alone`() {
    let (tray, instance) = (tray, Instance.copy(of: Tea()))
    #expect(first.run { Circle.begin(tray) } == .granted)
    _ = second.run { WaitGraph.setInstance(instance, of: tray, by: Thread.current) }
    #expect(Circle.build(tray)?.instance == nil)
    _ = first.run { WaitGraph.setInstance(instance, of: tray, by: Thread.current) }
    #expect(Circle.build(tray)?.instance === instance)
    #expect(first.run { Circle.end(tray) } == true)
  }

  @Test func `a completion of what a storage gave is waited for`() {
    let (tray, tea) = (tray, Tea())
    let instance = Instance.copy(of: tea)
    #expect(first.run { Circle.begin(tray) } == .granted)
    #expect(first.run { Circle.offer(instance, of: tray) } == true)
    // Not by the thread that completes it, nor for another object.
    #expect(first.run { Self.waitForCompletion(of: tea, by: tray) } == .nothing)
    #expect(second.run { Self.waitForCompletion(of: Tea(), by: tray) } == .nothing)
    let waiting = second.begin { Self.waitForCompletion(of: tea, by: tray) }
    #expect(waiting.waits)
    #expect(first.run { Circle.end(tray) } == true)
    #expect(waiting.result == .completed)
    #expect(second.run { Self.waitForCompletion(of: tea, by: tray) } == .nothing)
  }

  @Test func `nothing is begun in a closed container`() throws {
    let tray = tray
    try circle.container.close()
    #expect(first.run { Circle.claim(tray) } == .closed)
    #expect(Circle.build(tray) == nil)
  }

  @Test func `a record knows whether it is being built`() {
    let tray = tray
    #expect(!tray.isBeingBuilt)
    #expect(first.run { Circle.begin(tray) } == .granted)
    #expect(tray.isBeingBuilt)
    #expect(WaitGraph.running(in: [circle.container.registry]).map(\.record.name) == ["tray"])
    #expect(WaitGraph.running(in: [Container().registry]).isEmpty)
    #expect(first.run { Circle.end(tray) } == true)
    #expect(!tray.isBeingBuilt)
  }

  private enum Completion {
    case nothing, completed, unexpected
  }

  private static func waitForCompletion(of object: AnyObject, by record: Record) -> Completion {
    switch WaitGraph.waitForCompletion(of: object, by: record, Thread.current.party) {
    case nil: return .nothing
    case .wait(let wait): if case .lookAgain = wait.block() { return .completed }
    default: break
    }
    return .unexpected
  }

  /// Claims a record that nobody builds.
  private static func begin(_ record: Record) -> Build? {
    let party = Thread.current.party
    guard case .granted(let build) = WaitGraph.claim(record, by: party, { party }) else { return nil }
    return build
  }
}
