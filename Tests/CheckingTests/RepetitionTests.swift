import Facet
import FacetInspection
import FacetTestSupport
import Testing

private struct Network: Assembly {
  func assemble(container: Container) {
    container.add(Tea.self, line: 1) { _ in Tea() }.inObjectScope(.container)
    container.add(Cup.self, name: "large", line: 2) { _ in Cup() }
    container.decorate(Tea.self, fileID: "Shop/Wiring.swift", line: 3) { _, tea in tea }
  }
}
private struct Shop: Assembly {
  func assemble(container: Container) { Network().assemble(container: container) }
}
private struct Chat: Assembly {
  func assemble(container: Container) { Assembler(container: container).apply(assembly: Network()) }
}
private struct Looks: Assembly {
  func assemble(container: Container) {
    container.decorateAll(Tea.self, fileID: "Shop/Wiring.swift", line: 4) { _, tea in tea }
  }
}

/// Lines that run twice for one container: mostly an assembly that two others bring.
struct RepetitionTests {
  private func report(_ assemblies: [any Assembly], _ more: (Container) -> Void = { _ in }) -> String {
    let container = Container()
    _ = Assembler(assemblies, container: container)
    more(container)
    let report = container.verify()
    #expect(report.problems.allSatisfy { $0.kind == .duplicate })
    return report.problems.map(\.description).joined(separator: "\n\n")
  }

  @Test func `an assembly that two others bring is one problem, with both ways`() {
    #expect(
      report([Shop(), Chat()]) == """
        The same line has registered 'Tea' twice, and 2 more.

          First:    by Shop
          Second:   by Chat → Network
          Places:   'Tea'                 registered at Shop/Wiring.swift:1
                    'Cup' named "large"   registered at Shop/Wiring.swift:2
                    'Tea'                 decorated at Shop/Wiring.swift:3

        To fix this, do one of:
          • Apply the assembly with these lines once: list it beside the others, and do not call it in them.
        """)
  }

  @Test func `an assembly that is applied twice, and one that only decorates`() {
    #expect(
      report([Looks(), Looks()], { $0.add(Tea.self, line: 5) { _ in Tea() } }) == """
        The same line has decorated 'Tea' twice.

          First:    by Looks
          Second:   by Looks
          Places:   'Tea'   decorated at Shop/Wiring.swift:4

        To fix this, do one of:
          • Apply the assembly with these lines once: list it beside the others, and do not call it in them.
        """)
  }

  private func remedies(_ register: (Container) -> Void) -> [String] {
    report([], register).split(separator: "\n").filter { $0.hasPrefix("  •") }.map { String($0.dropFirst(4)) }
  }

  @Test func `a line that runs again without an assembly may be one for a request`() {
    let way =
      "If each request or scene has its own, register it in a child container: Container(parent: container) { $0.register(Tea.self, name: \"hot\") { … } }"
    #expect(
      remedies { container in
        for _ in 0..<3 { container.add(Tea.self, name: "hot", line: 9) { _ in Tea() } }
      } == [
        way, "Run this line once for each container: make a new Container where the program begins anew.",
      ])
  }

  @Test func `all lines that run again are one problem`() {
    #expect(
      remedies { container in
        for _ in 0..<2 {
          for line in 1...20 { container.add(Tea.self, name: "\(line)", line: line) { _ in Tea() } }
        }
      } == ["Run these lines once for each container: make a new Container where the program begins anew."])
  }

  @Test func `what a factory registers is told with that factory`() throws {
    let container = Container()
    container.register(Cup.self) { [unowned container] r in
      container.add(Tea.self, line: 1) { _ in Tea() }
      return Cup(try r.require(Tea.self))
    }
    for _ in 0..<2 { _ = try container.require(Cup.self) }
    #expect(
      container.verify().problems.first?.description.hasSuffix(
        "  • Register 'Tea' where the others are registered: the factory of 'Cup' runs for each instance.")
        == true)
  }

  @Test func `so is what an asynchronous factory registers with its container`() async throws {
    let container = Container()
    container.register(Cup.self) { [unowned container] r async throws in
      container.add(Tea.self, line: 1) { _ in Tea() }
      return Cup(try await r.requireAsync(Tea.self))
    }
    for _ in 0..<2 { _ = try await container.requireAsync(Cup.self) }
    let problem = container.verify().problems.first { $0.description.contains("Tea") }
    #expect(
      problem?.description.hasSuffix(
        "  • Register 'Tea' where the others are registered: the factory of 'Cup' runs for each instance.")
        == true)
  }

  @Test func `a loop around a decorator is told to decorate once, or all names`() {
    #expect(
      remedies { container in
        container.add(Tea.self, line: 1) { _ in Tea() }
        for _ in 0..<2 {
          container.decorate(Tea.self, fileID: "Shop/Wiring.swift", line: 2) { _, tea in tea }
        }
      } == [
        "Decorate it once, outside of a loop.",
        "To decorate a type under all its names, use decorateAll: container.decorateAll(Tea.self) { resolver, inner in … }",
      ])
  }

  @Test func `three registrations of one key are told with three places, and a list wants names`() {
    let container = Container()
    for line in 1...3 { container.add(Tea.self, line: line) { _ in Tea() } }
    container.autoregister(Cup.self, initializer: { (teas: [Tea]) in Cup(teas) })
    #expect(
      container.verify().problems.map(\.description) == [
        """
        'Tea' is registered 3 times; the last takes the place of the others.

          Places:   at Shop/Wiring.swift:1
                    at Shop/Wiring.swift:2
                    at Shop/Wiring.swift:3

        To fix this, do one of:
          • Give each a name: a list has one for each name.
          • Remove all but one of the registrations.
          • Register the last in a child container, which then overrides the first.
        """
      ])
  }

  @Test func `a later module that brings the same one, in the container of the program`() {
    let container = Container()
    let assembler = Assembler([Shop()], container: container)
    #expect(container.verify().problems.isEmpty)
    assembler.apply(assembly: Chat())
    #expect(container.verify().problems.map(\.kind) == [.duplicate])
    #expect(
      container.verify().problems[0].entries.map(\.key.description) == ["'Tea'", "'Cup' named \"large\""])
  }

  @Test func `one line for several keys, for several containers, and after a removal is right`() throws {
    let container = Container()
    for name in ["a", "b"] {
      container.add(Tea.self, name: name, line: 1) { _ in Tea() }
      container.decorate(Tea.self, name: name, fileID: "Shop/Wiring.swift", line: 2) { _, tea in tea }
    }
    let child = Container(parent: container) { Assembler(container: $0).apply(assembly: Shop()) }
    Assembler(container: container).apply(assembly: Shop())
    try child.verify().check()
    container.unregister(Cup.self, name: "large")
    container.add(Cup.self, name: "large", line: 2) { _ in Cup() }
    try container.verify().check()
  }
}
