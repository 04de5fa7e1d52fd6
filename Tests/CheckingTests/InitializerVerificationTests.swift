import Facet
import FacetInspection
import Testing
import FacetTestSupport

private final class Menu: Sendable {
  init(tea: Tea, leaf: Leaf?, water: Lazy<Water>, saucers: [Saucer], makePrice: Provider<Price, Int>) {
    fatalError("The initializer runs")
  }
}

private final class Sign: Sendable {
  init(text: String, menu: Menu) {
    fatalError("The initializer runs")
  }
}

private class Kitchenware: @unchecked Sendable {}
private protocol Cold {}

/// What initializers need is known without running them.
@Suite(.timeLimit(.minutes(20))) struct InitializerVerificationTests {
  private let container = Container()

  private func register() {
    container.autoregister(Menu.self, initializer: Menu.init)
    container.autoregister(Sign.self, argument: String.self, initializer: Sign.init)
    container.register(Tea.self) { _ in Tea() }
    container.register(Water.self) { _ in Water() }
    container.register(Saucer.self, name: "a") { _ in Saucer() }
    container.register(Saucer.self, name: "b") { _ in Saucer() }
    container.register(Price.self) { (_: any Resolver, cents: Int) in Price(cents: cents) }
  }

  @Test func `an empty tuple is no need`() throws {
    let initializer: @Sendable (()) -> Tea = { (_: Void) in Tea() }
    container.autoregister(Tea.self, initializer: initializer)
    #expect(container.entries[0].needs?.isEmpty == true)
    try container.verify().check()
  }

  @Test func `entries say what an initializer needs`() throws {
    register()
    let needs = try #require(container.entries[0].needs)
    #expect(
      needs.map { "\($0.key) \($0.kind)" } == [
        "'Tea' required", "'Leaf' optional", "'Water' deferred", "'Saucer' all",
        "'Price' with arguments (Int) deferred",
      ])
    #expect(
      container.entries[1].needs?.map { "\($0.key) \($0.kind)" } == ["'String' argument", "'Menu' required"])
    #expect(container.entries[2].needs == nil)
  }

  @Test func `a sound graph is drawn and checked, and no initializer runs`() throws {
    register()
    try container.verify { $0.arguments(for: Price.self, 3) }.check()
    let graph = container.graph()
    #expect(
      graph.edges.map { "\(graph.nodes[$0.source].name) \($0.kind) \(graph.nodes[$0.target].name)" } == [
        "Menu need Tea", "Menu deferred Water", "Menu need Saucer \"a\"", "Menu need Saucer \"b\"",
        "Menu deferred Price (Int)", "Sign (String) need Menu",
      ])
  }

  @Test func `what a child has is missing for an initializer whose instance the parent keeps`() {
    register()
    container.autoregister(Menu.self, initializer: Menu.init).inObjectScope(.container)
    container.unregister(Tea.self)
    let child = Container(parent: container)
    child.register(Tea.self) { _ in Tea() }
    #expect(child.verify().problems.contains { $0.kind == .missing })
  }

  @Test(arguments: ["Tea", "Water", "Price"])
  func `what an initializer misses is named, also if it is needed later`(removed: String) {
    register()
    switch removed {
    case "Tea": container.unregister(Tea.self)
    case "Water": container.unregister(Water.self)
    default: container.unregister(Price.self, arguments: Int.self)
    }
    let report = container.verify()
    #expect(report.problems.map(\.kind) == [.missing])
    #expect(report.problems[0].key.description.hasPrefix("'\(removed)'"))
    #expect(report.problems[0].entries.map(\.key.description) == ["'Menu'"])
  }

  @Test func `a loop over initializers is found without running them`() {
    final class First: Sendable { init(_: Second) { fatalError("The initializer runs") } }
    final class Second: Sendable { init(_: First) { fatalError("The initializer runs") } }
    container.autoregister(First.self, initializer: First.init)
    container.autoregister(Second.self, initializer: Second.init)
    let problems = container.verify().problems.map { "\($0.kind) \($0.entries.map(\.key))" }
    #expect(problems == ["loop ['First', 'Second']"])
  }

  @Test func `a forward of what an initializer makes is judged by the classes or the compiler, if they tell`()
    throws
  {
    final class Pot: Kitchenware, Hot, @unchecked Sendable {
      init(_: Water) { fatalError("The initializer runs") }
    }
    container.register(Water.self) { _ in Water() }
    container.autoregister(Pot.self, initializer: Pot.init).implements(Kitchenware.self)
      .implements((any Hot).self) { $0 }
    let report = container.verify()
    try report.check()
    #expect(report.unchecked.isEmpty && report.checked.count == 4)
  }

  @Test func `an initializer runs for a forward to a protocol, of which an instance must tell`() throws {
    final class Kettle: Hot, Sendable { init(_: Water) {} }
    container.register(Water.self) { _ in Water() }
    container.autoregister(Kettle.self, initializer: Kettle.init).implements((any Hot).self)
    let sound = container.verify()
    try sound.check()
    #expect(sound.checked.count == 3)
    container.forward((any Cold).self, to: container.autoregister(Kettle.self, initializer: Kettle.init))
    let report = container.verify()
    #expect(report.problems.map { "\($0.kind) \($0.key)" }.contains("impossibleForward 'Cold'"))
    #expect(report.unchecked.isEmpty)
  }

  @Test func `a forward to a protocol is unchecked where the initializer gets no arguments`() throws {
    final class Kettle: Hot, Sendable { init(liters: Int) {} }
    container.autoregister(Kettle.self, argument: Int.self, initializer: Kettle.init)
      .implements((any Hot).self)
    #expect(throws: VerificationError.self) { try container.verify().check() }
    #expect(
      container.verify().unchecked.map { "\($0.entry.key): \($0.reason)" } == [
        "'Hot' with arguments (Int): give arguments: verify { $0.arguments(for: (any Hot).self, …) }"
      ])
    try container.verify { $0.arguments(for: (any Hot).self, 1) }.check()
  }

  @Test func `a forward to a protocol is tried on an instance that the verification makes anyway`() {
    final class Kettle: Hot, Sendable { init(_: Water) {} }
    container.register(Water.self) { _ in Water() }
    container.autoregister(Kettle.self, initializer: Kettle.init).implements((any Hot).self, (any Drink).self)
    container.register(Shop.self) { r in
      _ = try r.require(Kettle.self)
      return Shop(Tea())
    }
    let report = container.verify()
    #expect(report.problems.map { "\($0.kind) \($0.key)" } == ["impossibleForward 'Drink'"])
    #expect(report.unchecked.isEmpty)
  }

  @Test func `a forward that the class does not meet is tried, for an initializer may make a subclass`() {
    container.autoregister(Tea.self, initializer: GreenTea.init).implements(
      (any Cold).self, (any Hot).self, GreenTea.self)
    let report = container.verify()
    // And so are the others, as there is an instance then.
    #expect(report.problems.map { "\($0.kind) \($0.key)" } == ["impossibleForward 'Cold'"])
    #expect(report.unchecked.isEmpty)
  }

  @Test func `a list of lazies is needed later`() {
    final class Editor: Sendable { init(_: [Lazy<Saucer>]) { fatalError("The initializer runs") } }
    container.autoregister(Editor.self, initializer: Editor.init)
    for name in ["a", "b"] { container.register(Saucer.self, name: name) { _ in Saucer() } }
    let graph = container.graph()
    #expect(
      graph.edges.map { "\($0.kind) \(graph.nodes[$0.target].name)" } == [
        "deferred Saucer \"a\"", "deferred Saucer \"b\"",
      ])
  }
}
