import Facet
import FacetTestSupport
import Testing

private protocol Plugin: AnyObject { var name: String { get } }
private final class Named: Plugin {
  let name: String
  init(_ name: String) { self.name = name }
}

/// All registrations of a type, in order of registration, parents first.
@Suite(.timeLimit(.minutes(20))) struct ResolveAllTests {
  private let container = Container()

  @Test func `resolveAll gives every name in order of registration`() {
    for name in ["spelling", "grammar", "style"] {
      container.register(Plugin.self, name: name) { _ in Named(name) }
    }
    container.register(Plugin.self) { _ in Named("none") }
    #expect(container.resolveAll(Plugin.self).map(\.name) == ["spelling", "grammar", "style", "none"])
  }

  @Test func `a closed container says why it has none`() async throws {
    container.register(Plugin.self, name: "spelling") { _ in Named("spelling") }
    let codes = Recorder<String>()
    container.failureHandler = { codes.add("\($0.code) \($0.key)") }
    let child = Container(parent: container)
    try await container.closeAsync()
    for closed in [container, child] {
      #expect(closed.resolveAll(Plugin.self).isEmpty)
      #expect(closed.resolveAll(Lazy<Plugin>.self).isEmpty)
      #expect(closed.resolveAllByName(Plugin.self, arguments: 1).isEmpty)
      let error = await #expect(throws: ResolutionError.self) {
        try await closed.requireAllAsync(Int.self)
      }
      #expect(error?.code == .containerClosed)
    }
    let expected = [
      "containerClosed 'Plugin'", "containerClosed 'Lazy<Plugin>'",
      "containerClosed 'Plugin' with arguments (Int)",
    ]
    #expect(codes.all == expected + expected)
  }

  @Test func `resolveAll keeps the order of many registrations`() {
    let names = (0..<300).map { "plugin \($0)" }
    for name in names { container.register(Plugin.self, name: name) { _ in Named(name) } }
    #expect(container.resolveAll(Plugin.self).map(\.name) == names)
  }

  @Test func `resolveAll merges many names of parents in a moment`() {
    var containers = [container]
    for level in 0..<3 {
      let current = containers[level]
      for number in 0..<4000 { current.register(Int.self, name: "\(level) \(number)") { number } }
      containers.append(Container(parent: current))
    }
    var numbers: [Int] = []
    let duration = processorTime { numbers = containers[3].resolveAll(Int.self) }
    #expect(numbers == Array(0..<4000) + Array(0..<4000) + Array(0..<4000))
    #expect(duration < .seconds(3))
  }

  @Test func `resolveAll of nothing is empty and no failure`() {
    let failures = Recorder.failures(of: container)
    #expect(container.resolveAll(Plugin.self).isEmpty)
    #expect(failures.all.isEmpty)
  }

  @Test func `resolveAll includes forwards`() {
    container.register(Named.self) { _ in Named("class") }.implements(Plugin.self, name: "forwarded")
    container.register(Plugin.self) { _ in Named("own") }
    #expect(container.resolveAll(Plugin.self).map(\.name) == ["class", "own"])
  }

  @Test func `resolveAll takes arguments, and uses the factories that take them`() {
    container.register(Plugin.self, name: "plain") { _ in Named("plain") }
    container.register(Plugin.self, name: "a") { (_, suffix: String) in Named("a" + suffix) }
    container.register(Plugin.self, name: "b") { (_, suffix: String) in Named("b" + suffix) }
    #expect(container.resolveAll(Plugin.self, arguments: "!").map(\.name) == ["a!", "b!"])
  }

  @Test func `resolveAll gives the parents' services first`() {
    let child = Container(parent: container)
    child.register(Plugin.self, name: "child") { _ in Named("child") }
    container.register(Plugin.self, name: "parent") { _ in Named("parent") }
    #expect(child.resolveAll(Plugin.self).map(\.name) == ["parent", "child"])
    #expect(container.resolveAll(Plugin.self).map(\.name) == ["parent"])
  }

  @Test func `a registration with the parent's key takes the place of the parent's`() {
    container.register(Plugin.self, name: "a") { _ in Named("parent a") }
    container.register(Plugin.self, name: "b") { _ in Named("parent b") }
    let child = Container(parent: container)
    child.register(Plugin.self, name: "c") { _ in Named("child c") }
    child.register(Plugin.self, name: "a") { _ in Named("child a") }
    #expect(child.resolveAll(Plugin.self).map(\.name) == ["child a", "parent b", "child c"])
  }

  @Test func `each element keeps its own scope`() {
    container.register(Plugin.self, name: "shared") { _ in Named("shared") }.inObjectScope(.container)
    container.register(Plugin.self, name: "fresh") { _ in Named("fresh") }.inObjectScope(.transient)
    let (first, second) = (container.resolveAll(Plugin.self), container.resolveAll(Plugin.self))
    #expect(first[0] === second[0])
    #expect(first[1] !== second[1])
  }

  @Test func `resolveAll is one cycle`() throws {
    final class Store {}
    final class Holder {
      let store: Store
      init(_ store: Store) { self.store = store }
    }
    container.register(Store.self) { _ in Store() }
    container.register(Holder.self, name: "a") { r in Holder(r.resolve()) }
    container.register(Holder.self, name: "b") { r in Holder(r.resolve()) }
    let holders = container.resolveAll(Holder.self)
    try #require(holders.count == 2)
    #expect(holders[0].store === holders[1].store)
  }

  @Test func `an element that resolveAll builds itself is the one that its other elements get`() throws {
    final class Pair: Plugin {
      let name = "pair"
      let member: any Plugin
      init(_ member: any Plugin) { self.member = member }
    }
    container.register(Plugin.self, name: "single") { _ in Named("single") }
    container.register(Plugin.self, name: "pair") { r in Pair(try r.require(Plugin.self, name: "single")) }
    let plugins = container.resolveAll(Plugin.self)
    try #require(plugins.map(\.name) == ["single", "pair"])
    #expect((plugins[1] as? Pair)?.member === plugins[0])
  }

  @Test func `a service that cannot be built is left out, and the reason is told`() {
    struct Broken: Error {}
    let failures = Recorder.failures(of: container)
    container.register(Plugin.self, name: "broken") { _ -> any Plugin in throw Broken() }
    container.register(Plugin.self, name: "works") { _ in Named("works") }
    #expect(container.resolveAll(Plugin.self).map(\.name) == ["works"])
    #expect(failures.all.count == 1)
  }

  @Test func `a replaced registration keeps one place, at its last registration`() {
    container.register(Plugin.self, name: "a") { _ in Named("first a") }
    container.register(Plugin.self, name: "b") { _ in Named("b") }
    container.register(Plugin.self, name: "a") { _ in Named("second a") }
    #expect(container.resolveAll(Plugin.self).map(\.name) == ["b", "second a"])
  }

  @Test func `resolveAll takes arguments`() {
    container.register(Plugin.self, name: "a") { (_, suffix: String) in Named("a" + suffix) }
    container.register(Plugin.self, name: "b") { (_, number: Int) in Named("b\(number)") }
    container.autoregister(Plugin.self, name: "c", argument: String.self, initializer: Named.init)
    #expect(container.resolveAll(Plugin.self, arguments: "!").map(\.name) == ["a!", "!"])
    #expect(container.resolveAll(Plugin.self, arguments: 3).map(\.name) == ["b3"])
  }

  // MARK: - Wrapped, and by name

  @Test func `a list of lazies has one for each name, and builds none`() throws {
    let built = Recorder<String>()
    for name in ["spelling", "grammar"] {
      container.register(Plugin.self, name: name) { _ in
        built.add(name)
        return Named(name)
      }
    }
    let lazies = container.resolveAll(Lazy<Plugin>.self)
    #expect(built.all.isEmpty)
    #expect(lazies.map(\.instance.name) == ["spelling", "grammar"])
    #expect(
      container.resolveAll(Provider<Lazy<Plugin>>.self).map(\.instance.instance.name) == [
        "spelling", "grammar",
      ])
  }

  @Test func `a list of providers takes its arguments at use`() throws {
    for prefix in ["a", "b"] {
      container.register(Plugin.self, name: prefix) { (_: any Resolver, number: Int) in
        Named("\(prefix)\(number)")
      }
    }
    #expect(container.resolveAll(Provider<Plugin, Int>.self).map { $0(3).name } == ["a3", "b3"])
  }

  @Test func `an initializer gets all as lazies, in order`() throws {
    final class Editor {
      let names: [String]
      init(plugins: [Lazy<any Plugin>]) { names = plugins.map(\.instance.name) }
    }
    for name in ["spelling", "grammar"] { container.register(Plugin.self, name: name) { _ in Named(name) } }
    container.autoregister(Editor.self, initializer: Editor.init)
    #expect(try container.require(Editor.self).names == ["spelling", "grammar"])
  }

  @Test func `by name, a child's service takes the place of its parent's, and what has none is left out`() {
    container.register(Plugin.self) { _ in Named("nameless") }
    container.register(Plugin.self, name: "a") { _ in Named("parent") }
    container.register(Plugin.self, name: "b") { _ in Named("parent") }
    let child = Container(parent: container)
    child.register(Plugin.self, name: "b") { _ in Named("child") }
    #expect(child.resolveAllByName(Plugin.self).mapValues(\.name) == ["a": "parent", "b": "child"])
    #expect(container.resolveAllByName(Plugin.self).mapValues(\.name) == ["a": "parent", "b": "parent"])
  }

  @Test func `by name, each service keeps its scope, and arguments are handed over`() throws {
    container.register(Plugin.self, name: "kept") { (_: any Resolver, number: Int) in Named("\(number)") }
      .inObjectScope(.container)
    container.register(Plugin.self, name: "new") { (_: any Resolver, number: Int) in Named("\(number)") }
    let first = container.resolveAllByName(Plugin.self, arguments: 1)
    let second = container.resolveAllByName(Plugin.self, arguments: 2)
    #expect(first["kept"] === second["kept"])
    #expect(second.mapValues(\.name) == ["kept": "1", "new": "2"])
    #expect(container.resolveAllByName(Lazy<Plugin>.self).isEmpty)
  }
}
