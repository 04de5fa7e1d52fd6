import Facet
import FacetInspection
import FacetTestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct StrictBehaviorTests {
  private let log = Recorder<String>()
  private let container: Container

  init() {
    let log = log
    container = Container(behaviors: [StrictBehavior { log.add("\($0)") }])
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

  @Test func `a registration after the first resolve is reported with both places`() throws {
    container.add(Tea.self, line: 1) { _ in Tea() }
    container.add(Cup.self, line: 2) { _ in Cup() }
    _ = try container.require(Cup.self)
    _ = try container.require(Tea.self)
    container.add(Leaf.self, line: 3) { _ in Leaf() }
    #expect(
      log.all == [
        "'Leaf' is registered at Shop/Wiring.swift:3, after 'Cup', registered at Shop/Wiring.swift:2, was resolved."
      ])
  }

  @Test func `a parent that is filled after its child served itself is in order`() throws {
    let child = Container(parent: container)
    container.add(Tea.self, line: 1) { _ in Tea() }
    child.add(Leaf.self, line: 2) { _ in Leaf() }
    _ = try child.require(Leaf?.self)
    container.add(Water.self, line: 3) { _ in Water() }
    #expect(log.all.isEmpty)
    _ = try child.require(Tea.self)
    container.add(Cup.self, line: 4) { _ in Cup() }
    #expect(
      log.all == [
        "'Cup' is registered at Shop/Wiring.swift:4, after 'Tea', registered at Shop/Wiring.swift:1, was resolved."
      ])
  }

  @Test func `a child that overrides and is filled late is in order`() throws {
    container.add(Tea.self, line: 1) { _ in Tea() }
    let child = Container(parent: container)
    _ = try child.require(Tea.self)
    child.add(Tea.self, line: 2) { _ in Tea() }
    #expect(log.all.isEmpty)
  }
}
