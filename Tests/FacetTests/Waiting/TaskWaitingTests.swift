import FacetTestSupport
import Testing

@testable import Facet

/// Tasks that wait for one another's builds.
@Suite(.offPool, .timeLimit(.minutes(5))) struct TaskWaitingTests {
  private let container: Container
  private let made: Records
  private let tray: Record
  private let cup: Record

  init() {
    container = Container()
    made = Records(in: container)
    tray = made.make("tray")
    cup = made.make("cup")
  }

  /// What a wait ended with, as far as a test tells it apart.
  private enum Answer: Equatable {
    case lookAgain, cancelled
    case instance(ObjectIdentifier)
    case failed(ResolutionError.Code)
    case unexpected
  }

  private static func rest(_ wait: Wait) async -> Answer {
    switch await wait.rest() {
    case .lookAgain: .lookAgain
    case .cancelled: .cancelled
    case .instance(let instance): .instance(ObjectIdentifier(instance))
    case .failed(let error): .failed(error.code)
    default: .unexpected
    }
  }

  /// Begins a build as a task does, with a party of its own.
  private func begin(_ record: Record, by party: Party? = nil) -> Build? {
    let claim = WaitGraph.claim(record, by: party) { Party() }
    if case .granted(let build) = claim { return build }
    return nil
  }

  /// Claims what another task builds.
  private func claim(_ record: Record, by party: Party?, keys: [ServiceKey] = []) -> WaitGraph.Claim {
    WaitGraph.claim(record, by: party, keys: keys.map { PathStep($0) }) { Party() }
  }

  private func beginWait(for record: Record, by party: Party? = nil, keys: [ServiceKey] = []) -> Wait? {
    if case .wait(let wait) = claim(record, by: party, keys: keys) { return wait }
    return nil
  }

  private func otherPath(_ claim: WaitGraph.Claim) -> [String]? {
    if case .loop(let otherPath) = claim { return otherPath.map { $0.key.name ?? "" } }
    return nil
  }

  private func waiters(_ work: Work) -> [ObjectIdentifier] {
    WaitGraph.state.withLock { _ in work.waiters.map(ObjectIdentifier.init) }
  }

  private func waits(_ party: Party) -> [ObjectIdentifier] {
    WaitGraph.state.withLock { _ in party.waits.map(ObjectIdentifier.init) }
  }

  // MARK: - Answers

  @Test func `who builds already is told so, and another task waits`() throws {
    let build = try #require(begin(tray))
    guard case .own(let own) = claim(tray, by: build.party) else {
      Issue.record("Another one builds")
      return
    }
    #expect(own === build)
    #expect(build.thread == nil)
    #expect(beginWait(for: tray) != nil)
    WaitGraph.end([build])
  }

  @Test func `tasks that wait are given the instance`() async throws {
    let (build, instance) = (try #require(begin(tray)), Instance.copy(of: Tea()))
    let waits = try (0..<3).map { _ in try #require(beginWait(for: tray)) }
    let tasks = waits.map { wait in Task { await Self.rest(wait) } }
    await letOthersRun()
    build.publication = { [tray] in tray.publish(instance, since: tray.resetCount) }
    WaitGraph.end([build], isPublished: true, instance: instance)
    for task in tasks { #expect(await task.value == .instance(ObjectIdentifier(instance))) }
    guard case .ended = claim(tray, by: nil) else {
      Issue.record("It is not there")
      return
    }
  }

  @Test func `an answer that comes before the task rests is not lost`() async throws {
    let build = try #require(begin(tray))
    let wait = try #require(beginWait(for: tray))
    WaitGraph.end([build], failure: ResolutionError(.factoryFailed, key: tray.key))
    #expect(await Self.rest(wait) == .failed(.factoryFailed))
  }

  @Test func `a failure goes to all tasks that wait, and the next build is another one`() async throws {
    let build = try #require(begin(tray))
    let party = Party()
    let waits = [try #require(beginWait(for: tray)), try #require(beginWait(for: tray, by: party))]
    WaitGraph.end([build], failure: ResolutionError(.factoryFailed, key: tray.key))
    for wait in waits { #expect(await Self.rest(wait) == .failed(.factoryFailed)) }
    #expect(self.waits(party).isEmpty)
    let next = try #require(begin(tray))
    #expect(next !== build)
    WaitGraph.end([next])
  }

  @Test func `who begins to wait after a reset looks again`() async throws {
    let (build, instance) = (try #require(begin(tray)), Instance.copy(of: Tea()))
    let early = try #require(beginWait(for: tray))
    _ = tray.takeInstances()
    let late = try #require(beginWait(for: tray))
    WaitGraph.end([build], isPublished: true, instance: instance)
    #expect(await Self.rest(early) == .instance(ObjectIdentifier(instance)))
    #expect(await Self.rest(late) == .lookAgain)
  }

  @Test func `nobody rests for a work that is over`() async throws {
    let build = try #require(begin(tray))
    WaitGraph.end([build])
    #expect(await Self.rest(WaitGraph.rest(for: build)) == .lookAgain)
    #expect(waiters(build).isEmpty)
  }

  @Test func `a thread that waits for a task looks again when that ends`() throws {
    let (build, tray, worker) = (try #require(begin(tray)), tray, Worker())
    let waiting = worker.begin { Circle.claim(tray) }
    #expect(waiting.waits)
    WaitGraph.end([build], failure: ResolutionError(.factoryFailed, key: tray.key))
    #expect(waiting.result == .ended)
  }

  // MARK: - Cancelling

  @Test func `a wait that is cancelled leaves both lists, and the others go on`() async throws {
    let (build, party) = (try #require(begin(tray)), Party())
    let waits = try (0..<5).map { _ in try #require(beginWait(for: tray, by: party)) }
    let tasks = waits.map { wait in Task { await Self.rest(wait) } }
    var left = Set(waits.map(ObjectIdentifier.init))
    // The first, one in the middle, and the last: another one takes its place in the list.
    for number in [0, 2, 4] {
      tasks[number].cancel()
      #expect(await tasks[number].value == .cancelled)
      left.remove(ObjectIdentifier(waits[number]))
      #expect(Set(waiters(build)) == left && waiters(build).count == left.count)
      #expect(Set(self.waits(party)) == left)
    }
    WaitGraph.end([build])
    for number in [1, 3] { #expect(await tasks[number].value == .lookAgain) }
    #expect(self.waits(party).isEmpty)
  }

  @Test func `a task that is cancelled before it rests does not wait`() async throws {
    let build = try #require(begin(tray))
    let (wait, gate) = (try #require(beginWait(for: tray)), AsyncGate())
    let task = Task {
      await gate.pass()
      return await Self.rest(wait)
    }
    task.cancel()
    gate.open()
    #expect(await task.value == .cancelled)
    #expect(waiters(build).isEmpty)
    WaitGraph.end([build])
  }

  @Test func `who was answered is not cancelled any more`() async throws {
    let build = try #require(begin(tray))
    let wait = try #require(beginWait(for: tray))
    WaitGraph.end([build])
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await Self.rest(wait)
    }
    #expect(await task.value == .lookAgain)
  }

  @Test func `a wait that is cancelled closes no circle`() async throws {
    let (first, second) = (Party(), Party())
    let builds = [try #require(begin(tray, by: first)), try #require(begin(cup, by: second))]
    let task = Task { [wait = try #require(beginWait(for: cup, by: builds[0].party))] in await Self.rest(wait)
    }
    #expect(otherPath(claim(tray, by: builds[1].party)) == [])
    task.cancel()
    #expect(await task.value == .cancelled)
    #expect(beginWait(for: tray, by: builds[1].party) != nil)
    WaitGraph.end(builds)
  }

  @Test func `answers and cancellations at the same time leave nobody at rest`() async throws {
    for round in 0..<300 {
      let build = try #require(begin(tray))
      let waits = try (0..<4).map { _ in try #require(beginWait(for: tray)) }
      let tasks = waits.map { wait in Task { await Self.rest(wait) } }
      if round.isMultiple(of: 3) { await Task.yield() }
      let end = Task { WaitGraph.end([build]) }
      for task in tasks.dropFirst(round % 4) { task.cancel() }
      await end.value
      for task in tasks { #expect([.lookAgain, .cancelled].contains(await task.value)) }
      #expect(waiters(build).isEmpty)
    }
  }

  // MARK: - Circles

  @Test func `a circle of two tasks is a loop, with the keys of the one that waits`() throws {
    let builds = [try #require(begin(tray)), try #require(begin(cup))]
    let keys = [tray.key, made.make("saucer").key]
    #expect(beginWait(for: cup, by: builds[0].party, keys: keys) != nil)
    #expect(otherPath(claim(tray, by: builds[1].party, keys: [cup.key])) == ["tray", "saucer"])
    WaitGraph.end(builds)
  }

  @Test func `a circle of three tasks is a loop, with the keys in their order`() throws {
    let pot = made.make("pot")
    let builds = try [tray, cup, pot].map { try #require(begin($0)) }
    #expect(beginWait(for: cup, by: builds[0].party, keys: [tray.key]) != nil)
    #expect(beginWait(for: pot, by: builds[1].party, keys: [cup.key]) != nil)
    #expect(otherPath(claim(tray, by: builds[2].party, keys: [pot.key])) == ["tray", "cup"])
    WaitGraph.end(builds)
  }

  @Test func `a task with several child tasks is found by any of its waits`() throws {
    let others = made.make(3)
    let builds = try [tray, cup].map { try #require(begin($0)) }
    let aside = try others.map { try #require(begin($0)) }
    for other in others { #expect(beginWait(for: other, by: builds[0].party, keys: [other.key]) != nil) }
    #expect(beginWait(for: cup, by: builds[0].party, keys: [tray.key]) != nil)
    #expect(otherPath(claim(tray, by: builds[1].party)) == ["tray"])
    WaitGraph.end(builds + aside)
  }

  @Test func `two waits for one build are no circle`() throws {
    let builds = try [tray, cup].map { try #require(begin($0)) }
    #expect(beginWait(for: cup, by: builds[0].party) != nil)
    #expect(beginWait(for: cup, by: builds[0].party) != nil)
    #expect(beginWait(for: cup) != nil)
    WaitGraph.end(builds)
  }

  @Test func `a circle of a task and a thread is a loop, whoever closes it`() throws {
    let (tray, cup, worker) = (tray, cup, Worker())
    let build = try #require(begin(tray))
    #expect(worker.run { Circle.begin(cup) } == .granted)
    let waiting = worker.begin { Circle.claim(tray) }
    #expect(waiting.waits)
    #expect(otherPath(claim(cup, by: build.party, keys: [tray.key])) == [])
    WaitGraph.end([build])
    #expect(waiting.result == .ended)
    // The other way round.
    let next = try #require(begin(tray))
    #expect(beginWait(for: cup, by: next.party, keys: [tray.key]) != nil)
    #expect(worker.run { Circle.claim(tray) } == .loop(otherPath: ["tray"]))
    WaitGraph.end([next])
    #expect(worker.run { Circle.end(cup) } == true)
  }

  @Test func `a thread gives its half-built instance to no task`() throws {
    let (tray, cup, worker, instance) = (tray, cup, Worker(), Instance.copy(of: Tea()))
    let build = try #require(begin(tray))
    #expect(worker.run { Circle.begin(cup) } == .granted)
    #expect(worker.run { Circle.offer(instance, of: cup) } == true)
    let waiting = worker.begin { Circle.claim(tray) }
    #expect(waiting.waits)
    #expect(otherPath(claim(cup, by: build.party)) == [])
    WaitGraph.end([build])
    #expect(waiting.result == .ended)
    #expect(worker.run { Circle.end(cup) } == true)
  }

  // MARK: - Other works

  @Test func `another work is waited for unless that would be for ever`() async throws {
    let (build, work) = (try #require(begin(tray)), Work(by: Party()))
    let wait = try #require(
      WaitGraph.restUnlessCircle(for: work, by: build.party, keys: [PathStep(tray.key)]))
    #expect(WaitGraph.restUnlessCircle(for: build, by: work.party, keys: []) == nil)
    #expect(otherPath(claim(tray, by: work.party)) == ["tray"])
    WaitGraph.end(work, .failed(ResolutionError(.loop, key: tray.key)))
    #expect(await Self.rest(wait) == .failed(.loop))
    let late = try #require(WaitGraph.restUnlessCircle(for: work, by: build.party, keys: []))
    #expect(await Self.rest(late) == .lookAgain)
    #expect(waits(build.party).isEmpty)
    WaitGraph.end([build])
  }
}
