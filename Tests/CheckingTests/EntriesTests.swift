import Facet
import FacetInspection
import Testing
import FacetTestSupport

private struct TeaAssembly: Assembly {
  func assemble(container: Container) {
    container.register(Tea.self, name: "green") { (_: any Resolver, _: Int) in GreenTea() }
      .implements((any Drink).self, name: "hot").inObjectScope(.weak)
      .initCompleted { _, _ in }
  }
}

@Suite(.timeLimit(.minutes(20))) struct EntriesTests {
  @Test func `entries are in the order of registration, with all that was said`() throws {
    let container = Container()
    container.add(Cup.self, line: 4) { _ in Cup() }
    _ = Assembler([TeaAssembly()], container: container)
    let entries = container.entries
    #expect(
      entries.map(\.key.description) == [
        "'Cup'", "'Tea' named \"green\" with arguments (Int)", "'Drink' named \"hot\" with arguments (Int)",
      ])
    #expect(entries.map(\.assembly) == [nil, "TeaAssembly", "TeaAssembly"])
    let facts = entries.map { "\($0.objectScope) \($0.completionCount) \($0.isForward)" }
    #expect(facts == ["graph 0 false", "weak 1 false", "weak 1 true"])
    #expect(entries[2].target == entries[1].key && entries[0].needs == nil)
    #expect(entries[0].location.description == "Shop/Wiring.swift:4")
  }

  @Test func `the parents' entries come first, and only if they are asked for`() {
    let parent = Container()
    let child = Container(parent: parent)
    child.register(Tea.self) { _ in Tea() }
    parent.register(Cup.self) { _ in Cup() }
    parent.register(Tea.self) { _ in Tea() }
    #expect(child.entries.map(\.key.description) == ["'Tea'"])
    let all = child.entries(includingParents: true)
    #expect(all.map(\.key.description) == ["'Cup'", "'Tea'", "'Tea'"])
    #expect(all.map(\.level) == [1, 1, 0])
  }

  @Test func `what was removed is not there, and a forward outlives its target's key`() throws {
    let container = Container()
    container.add(Tea.self, line: 1) { _ in Tea() }.also((any Drink).self, line: 2)
    container.unregister(Tea.self)
    #expect(container.entries.map(\.key.description) == ["'Drink'"])
    try container.verify().check()
  }

  @Test func `of assemblies within one another, the inner one counts`() {
    struct Outer: Assembly {
      func assemble(container: Container) {
        container.register(Cup.self) { _ in Cup() }
        Assembler(container: container).apply(assembly: TeaAssembly())
        container.register(Saucer.self) { _ in Saucer() }
      }
    }
    let container = Container()
    _ = Assembler([Outer()], container: container)
    #expect(container.entries.map(\.assembly) == ["Outer", "TeaAssembly", "TeaAssembly", "Outer"])
  }
}
