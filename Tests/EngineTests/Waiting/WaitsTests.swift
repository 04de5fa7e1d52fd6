import FacetTestSupport
import Testing

@testable import Facet

/// Who waits for whom.
@Suite(.timeLimit(.minutes(20))) struct WaitsTests {
  private let container = Container()
  private let woken = FacetTestSupport.Counter()

  private func build(by party: Party) -> Build {
    let record = Record.sample(in: container)
    let asker = Asker(record: record, kind: .transient, party: party)
    return Home(in: container.registry).begin(asker, isForCaller: true)
  }
  private func wait(_ parties: [Party], for build: Build) -> Wait {
    Wait(Waiter(parties: parties), for: build) { [woken] in woken.next() }
  }

  @Test func `a wait that closes a circle of three has the answer at once`() {
    let parties = (0..<3).map { _ in Party() }
    let builds = parties.map(build)
    #expect(Waits.begin(wait([parties[0]], for: builds[1])) == nil)
    #expect(Waits.begin(wait([parties[1]], for: builds[2])) == nil)
    #expect(Waits.isCircle(from: builds[0], to: [parties[2]]))
    let answer = Waits.begin(wait([parties[2]], for: builds[0]))
    if case .circle = answer {} else { Issue.record("no circle: \(answer as Any)") }
    #expect(woken.value == 0)
  }

  @Test func `who waits is woken by the end, and one before the wait is not missed`() {
    let build = build(by: Party())
    let first = wait([Party()], for: build)
    #expect(Waits.begin(first) == nil)
    build.leave()
    #expect(woken.value == 1)
    for answer in [Waits.answer(to: first), Waits.begin(wait([Party()], for: build))] {
      if case .again = answer {} else { Issue.record("another answer: \(answer as Any)") }
    }
  }

  @Test func `a wait that is cancelled before it begins has its answer`() {
    let wait = wait([Party()], for: build(by: Party()))
    Waits.cancel(wait)
    let answer = Waits.begin(wait)
    if case .cancelled = answer {} else { Issue.record("it waits: \(answer as Any)") }
  }

  @Test func `a cancelled wait closes no circle`() {
    let (first, second) = (Party(), Party())
    let (ofFirst, ofSecond) = (build(by: first), build(by: second))
    let wait = wait([first], for: ofSecond)
    #expect(Waits.begin(wait) == nil)
    Waits.cancel(wait)
    #expect(woken.value == 1)
    #expect(!Waits.isCircle(from: ofFirst, to: [second]))
  }
}

extension Wait.Answer? {
  fileprivate static func == (left: Self, right: _OptionalNilComparisonType) -> Bool {
    if case .none = left { true } else { false }
  }
}
