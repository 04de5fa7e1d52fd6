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

  /// Registers services that are called as their keys.
  private func register(_ names: String?..., in container: Container? = nil, prefix: String = "") {
    for name in names {
      (container ?? self.container).register(Plugin.self, name: name) { _ in Named(prefix + (name ?? "-")) }
    }
  }

  private func names(_ container: Container? = nil) -> [String] {
    (container ?? self.container).resolveAll(Plugin.self).map(\.name)
  }

  @Test func `resolveAll gives every name, and forwards, in order of registration, the last of each key`() {
    let failures = Recorder.failures(of: container)
    #expect(names().isEmpty && failures.all.isEmpty)
    register("spelling", "grammar", nil)
    container.register(Named.self) { _ in Named("class") }.implements(Plugin.self, name: "forwarded")
    register("spelling", prefix: "new ")
    // One that cannot be built is left out, and the reason is told.
    container.register(Plugin.self, name: "broken") { _ -> any Plugin in throw Broken() }
    #expect(names() == ["grammar", "-", "class", "new spelling"] && failures.all.count == 1)
  }

  @Test func `the parents' services come first, and a child's with the parent's key takes its place`() {
    let child = Container(parent: container)
    register("c", "a", in: child, prefix: "child ")
    register(nil, "a", "b", prefix: "parent ")
    #expect(names(child) == ["parent -", "child a", "parent b", "child c"])
    #expect(names() == ["parent -", "parent a", "parent b"])
    let byName = child.resolveAllByName(Plugin.self).mapValues(\.name)
    #expect(byName == ["a": "child a", "b": "parent b", "c": "child c"])
  }

  @Test func `a closed container says why it has none`() async throws {
    let codes = Recorder<String>()
    container.failureHandler = { codes.add("\($0.code) \($0.key)") }
    let child = Container(parent: container)
    try await container.closeAsync()
    let expected = [
      "containerClosed 'Plugin'", "containerClosed 'Lazy<Plugin>'",
      "containerClosed 'Plugin' with arguments (Int)",
    ]
    for closed in [container, child] {
      #expect(closed.resolveAll(Plugin.self).isEmpty)
      #expect(closed.resolveAll(Lazy<Plugin>.self).isEmpty)
      #expect(closed.resolveAllByName(Plugin.self, arguments: 1).isEmpty)
      await expectFailure(.containerClosed) { try await closed.requireAllAsync(Int.self) }
    }
    #expect(codes.all == expected + expected)
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

  @Test func `resolveAll takes arguments, and uses the factories that take them`() {
    container.register(Plugin.self, name: "plain") { _ in Named("plain") }
    container.register(Plugin.self, name: "a") { (_, suffix: String) in Named("a" + suffix) }
    container.register(Plugin.self, name: "b") { (_, number: Int) in Named("b\(number)") }
    container.autoregister(Plugin.self, name: "c", argument: String.self, initializer: Named.init)
    #expect(container.resolveAll(Plugin.self, arguments: "!").map(\.name) == ["a!", "!"])
    #expect(container.resolveAll(Plugin.self, arguments: 3).map(\.name) == ["b3"])
  }

  @Test func `each element keeps its own scope, also by name`() {
    container.register(Plugin.self, name: "kept") { (_, number: Int) in Named("\(number)") }
      .inObjectScope(.container)
    container.register(Plugin.self, name: "new") { (_, number: Int) in Named("\(number)") }
    let kept = container.resolveAll(Plugin.self, arguments: 1)[0]
    #expect(container.resolveAll(Plugin.self, arguments: 2).map(\.name) == ["1", "2"])
    let byName = container.resolveAllByName(Plugin.self, arguments: 3)
    #expect(byName["kept"] === kept)
    #expect(byName.mapValues(\.name) == ["kept": "1", "new": "3"])
  }

  @Test func `an element that resolveAll builds itself is the one that its other elements get`() throws {
    final class Pair: Plugin {
      let name = "pair"
      let member: any Plugin
      init(_ member: any Plugin) { self.member = member }
    }
    container.register(Plugin.self, name: "single") { _ in Named("single") }
    for name in ["pair", "other"] {
      container.register(Plugin.self, name: name) { r in Pair(try r.require(Plugin.self, name: "single")) }
    }
    let plugins = container.resolveAll(Plugin.self)
    try #require(plugins.map(\.name) == ["single", "pair", "pair"])
    for plugin in plugins[1...] { #expect((plugin as? Pair)?.member === plugins[0]) }
  }

  @Test func `a list of wrappers has one for each name, and builds none`() throws {
    let built = Counter()
    for name in ["spelling", "grammar"] {
      container.register(Plugin.self, name: name) { _ in
        built.next()
        return Named(name)
      }
      container.register(Plugin.self, name: name) { (_, number: Int) in Named("\(name)\(number)") }
    }
    let lazies = container.resolveAll(Lazy<Plugin>.self)
    let providers = container.resolveAll(Provider<Lazy<Plugin>>.self)
    let calls = container.resolveAll(Provider<Plugin, Int>.self)
    #expect(built.value == 0)
    let names = [
      lazies.map(\.instance.name), providers.map(\.instance.instance.name), calls.map { $0(3).name },
    ]
    #expect(names == [["spelling", "grammar"], ["spelling", "grammar"], ["spelling3", "grammar3"]])
    #expect(Set(container.resolveAllByName(Lazy<Plugin>.self).keys) == ["spelling", "grammar"])
  }
}
