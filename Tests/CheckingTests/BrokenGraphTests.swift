import Facet
import FacetInspection
import FacetTestSupport
import Testing

/// Each wiring that is not right, with its whole report.
@Suite(.timeLimit(.minutes(20))) struct BrokenGraphTests {
  @Test(arguments: Wiring.broken) func `the report names what is wrong, where, and how to fix it`(
    wiring: Wiring
  ) throws {
    let container = wiring.make()
    container.failureHandler = { _ in }
    try TextGolden.expect(container.verify(wiring.options).description, isAt: "\(wiring.name).txt")
  }

  @Test func `the article shows a report as it is`() throws {
    let text = try Repository.text("Sources/FacetInspection/FacetInspection.docc/CheckingAContainer.md")
    let wiring = try #require(Wiring.broken.first { $0.name == "missing-name" })
    #expect(text.contains("```\n\(wiring.make().verify().description)\n```"))
  }

  @Test(arguments: [ObjectScope.transient, .graph, .weak])
  func `an action at the end of what the container does not keep is a problem`(scope: ObjectScope) {
    let container = Container()
    container.register(Tea.self) { _ in Tea() }.inObjectScope(scope).onClose { _ in }
    #expect(container.verify().problems.map(\.kind) == [.unusedCloseAction])
  }

  @Test(arguments: [1, 63, 64, 65, 200])
  func `all that is registered again is one problem, however much that is`(count: Int) {
    let container = Container()
    let names = (0..<count).map { "\($0)" }
    // On lines of their own: what a loop registers again is one duplicate.
    for _ in 1...2 {
      for (line, name) in names.enumerated() {
        container.add(Tea.self, name: name, line: line) { _ in Tea() }
      }
    }
    let duplicates = container.verify().problems.filter { $0.kind == .duplicate }
    #expect(duplicates.count == 1)
    #expect(duplicates.first?.entries.compactMap(\.key.name) == names)
    let lines = duplicates.first?.description.split(separator: "\n") ?? []
    #expect(lines.count < 20)
    #expect(lines.contains { $0.hasSuffix("(\(count - 10) more)") } == (count > 12))
  }

  // MARK: - One cause is one problem

  @Test func `a coordinator that shows many screens is one second build`() {
    let (container, names) = (Container(), (0..<11).map { "\($0)" })
    for name in names {
      container.register(Cup.self, name: name) { r in Cup(try r.require(Shop.self)) }
      container.register(Saucer.self, name: name) { _ in Saucer() }
        .initCompleted { r, saucer in saucer.cup = r.resolve(Cup.self) }
    }
    container.register(Shop.self) { _ in Shop() }
      .initCompleted { r, _ in for name in names { _ = r.resolve(Cup.self, name: name) } }
    container.register(Cup.self) { r in Cup(names.map { r.resolve(Saucer.self, name: $0)! }) }
    #expect(container.verify().problems.map(\.kind) == [.secondBuild, .secondBuild])
  }

  @Test func `a missing service under many paths is one problem`() {
    let container = Container()
    for name in ["a", "b", "c"] {
      container.register(Cup.self, name: name) { r in Cup(try r.require(Water.self)) }
      container.register(Saucer.self, name: name) { r in Saucer(try r.require(Cup.self, name: name)) }
    }
    #expect(container.verify().problems.map(\.kind) == [.missing])
  }
}
