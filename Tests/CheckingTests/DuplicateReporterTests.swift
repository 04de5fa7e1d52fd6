import Facet
import FacetInspection
import FacetTestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct DuplicateReporterTests {
  private let log = Recorder<String>()
  private let container: Container

  init() {
    let log = log
    container = Container(behaviors: [DuplicateReporter { log.add("\($0)") }])
  }

  @Test func `a key that is registered again is reported with both places, each time`() {
    for _ in 0..<2 {
      container.add(Tea.self, name: "green", line: 1) { _ in Tea() }
      container.add(Tea.self, line: 2) { _ in Tea() }
    }
    container.add(Tea.self, line: 3) { _ in Tea() }
    #expect(
      log.all == [
        "'Tea' named \"green\" is registered at Shop/Wiring.swift:1, and was registered before at Shop/Wiring.swift:1.",
        "'Tea' is registered at Shop/Wiring.swift:2, and was registered before at Shop/Wiring.swift:2.",
        "'Tea' is registered at Shop/Wiring.swift:3, and was registered before at Shop/Wiring.swift:2.",
      ])
  }

  @Test func `a forward that takes a key is reported with both places`() {
    container.add((any Drink).self, line: 1) { _ in Tea() }
    container.add(Tea.self, line: 2) { _ in Tea() }.also((any Drink).self, line: 3)
    #expect(
      log.all == [
        "'Drink' is registered at Shop/Wiring.swift:3, and was registered before at Shop/Wiring.swift:1."
      ])
  }
}
