import Facet
import FacetInspection
import FacetTestSupport
import Testing

private protocol Shown {}
private final class Part: Shown, Sendable {}
private final class Whole {
  @Injected var part: Part
  @LazyInjected var later: Part
  @WeakLazyInjected var weakly: Part?
  @OptionalInjected var maybe: Part?
}
private final class Wired: Sendable { init(_: Part) {} }

/// An entry that is changed while it is read, for each way to read one.
///
/// Under ThreadSanitizer there is no report; without it, each read comes to an end, and fails only for the reasons that it may have.
@Suite(.timeLimit(.minutes(20))) struct ChangedWhileReadTests {
  /// One way to read entries: `container` has them, and `child` is its child.
  struct Way: CustomTestStringConvertible, Sendable {
    typealias Read = @Sendable (_ container: Container, _ child: Container) async throws -> Void
    let testDescription: String
    let read: Read

    init(_ name: String, _ read: @escaping Read) { (testDescription, self.read) = (name, read) }
  }

  static let ways = [
    Way("resolve") { container, _ in _ = container.resolve(Part.self) },
    Way("require, by a name") { container, _ in _ = try container.require(Part.self, name: "a") },
    Way("require, with an argument") { container, _ in _ = try container.require(Part.self, argument: 1) },
    Way("require of an optional") { container, _ in _ = try container.require(Part?.self) },
    Way("a need of a factory") { container, _ in _ = try container.require([Part].self) },
    Way("a need of an initializer") { container, _ in _ = try container.require(Wired.self) },
    Way("a forward") { container, _ in _ = try container.require((any Shown).self) },
    Way("a forward in a child") { _, child in _ = try child.require((any Shown).self, name: "child") },
    Way("resolveAll") { container, _ in _ = container.resolveAll(Part.self) },
    Way("resolveAllByName") { container, _ in _ = container.resolveAllByName(Part.self) },
    Way("a lazy") { container, _ in _ = try container.require(Lazy<Part>.self).require() },
    Way("a provider") { container, _ in _ = try container.require(Provider<Part>.self).require() },
    Way("a provider with arguments") { container, _ in
      _ = try container.require(Provider<Part, Int>.self).require(1)
    },
    Way("a child") { _, child in _ = try child.require(Part.self) },
    Way("a new child") { container, _ in
      let child = Container(parent: container)
      _ = try child.require(Part.self)
      try await child.closeAsync()
    },
    Way("injected properties") { container, _ in
      let whole = Container.withMain(container) { Whole() }
      _ = (whole.part, whole.later, whole.weakly, whole.maybe)
    },
    Way("requireAsync of a synchronous service") { container, _ in
      _ = try await container.requireAsync(Part.self)
    },
    Way("requireAsync") { container, _ in _ = try await container.requireAsync(Part.self, name: "async") },
    Way("requireAsync with an argument") { container, _ in
      _ = try await container.requireAsync(Part.self, name: "async", argument: 1)
    },
    Way("requireAsync by a child") { _, child in _ = try await child.requireAsync(Part.self, name: "async") },
    Way("requireAsync of an optional") { container, _ in
      _ = try await container.requireAsync(Part?.self, name: "async")
    },
    Way("requireAsync of a forward") { container, _ in
      _ = try await container.requireAsync((any Shown).self, name: "async")
    },
    Way("a need of an awaited factory") { container, _ in _ = try await container.requireAsync(Set<Int>.self)
    },
    Way("requireAllAsync") { container, _ in _ = try await container.requireAllAsync(Part.self) },
    Way("an asynchronous lazy") { container, _ in
      _ = try await container.require(AsyncLazy<Part>.self, name: "async").require()
    },
    Way("an asynchronous provider") { container, _ in
      _ = try await container.require(AsyncProvider<Part>.self, name: "async").require()
    },
    Way("start") { _, child in try child.start() },
    Way("startAsync") { container, _ in try await container.startAsync() },
    Way("copy") { container, _ in _ = try container.copy(includingParents: true).require(Part.self) },
    Way("overriding") { _, child in
      _ = try child.overriding { $0.register(Part.self) { _ in Part() } }.require(Part.self)
    },
    Way("entries and the description") { container, child in
      _ = (
        container.entries.map { "\($0.objectScope) \($0.isAsync)" }, container.description, child.description
      )
    },
    Way("verify") { _, child in _ = child.verify().description },
    Way("verifyAsync, and a drawing") { container, _ in
      _ = await container.verifyAsync().description
      _ = container.graph().description
    },
    Way("a trace") { container, _ in
      let trace = container.trace { _ in }
      _ = try container.require(Part.self)
      trace.stop()
    },
    Way("a reset") { container, _ in
      _ = try container.require(Part.self)
      container.resetObjectScope(.container)
      container.resetObjectScope(.session, serviceType: Part.self)
    },
    Way("the end of a scope") { container, _ in
      _ = try container.require(Part.self)
      try await container.closeAsync(.container)
      try container.close(.session)
    },
    Way("a new registration, and a removal") { container, _ in
      container.register(Part.self, name: "other") { _ in Part() }
      _ = container.hasAnyRegistration(of: Part.self, name: "a")
      container.unregister(Part.self, name: "other")
    },
    Way("decorators") { container, _ in
      container.decorate(Part.self, name: "other") { _, part in part }
      _ = container.resolve(Part.self, name: "a")
    },
    Way("reflection") { container, _ in
      var text = ""
      dump(container, to: &text)
      dump(container.entries, to: &text)
    },
  ]

  private func makeContainer() -> (Container, changes: [@Sendable (Int) -> Void]) {
    let container = Container { $0.failureHandler = { _ in } }
    let entries = [
      container.register(Part.self) { _ in Part() }.implements((any Shown).self),
      container.register(Part.self, name: "a") { _ in Part() },
      container.register(Part.self) { (_, _: Int) in Part() },
      container.register(Part.self, name: "async") { _ async in Part() }
        .implements((any Shown).self, name: "async"),
      container.register(Part.self, name: "async") { (_, _: Int) async in Part() },
    ]
    container.register([Part].self) { r in [try r.require(), try r.require(Part.self, name: "a")] }
    container.register(Set<Int>.self) { r async throws in
      _ = try await r.requireAsync(Part.self, name: "async")
      return []
    }
    container.autoregister(Wired.self, initializer: Wired.init)
    let scopes: [ObjectScope] = [.container, .graph, .weak, .session, .transient, .scoped, .perArgument]
    let changes: [@Sendable (Int) -> Void] = [
      { number in entries[number % entries.count].inObjectScope(scopes[number / 3 % scopes.count]) },
      { number in if number < 40 { entries[number % entries.count].initCompleted { _, _ in } } },
      { number in if number < 40 { entries[number % entries.count].onClose { _ in } } },
      { number in
        if number == 80 {
          for entry in entries where entry.key.argumentTypes.isEmpty { entry.startsEagerly() }
        }
      },
      { number in entries[number % 2].implements(AnyObject.self, name: "\(number % 4)") },
      { number in _ = entries.map { "\($0.objectScope) \($0)" } },
    ]
    return (container, changes)
  }

  @Test(arguments: ways) func `an entry may change while it is read`(way: Way) async {
    let (container, changes) = makeContainer()
    let child = Container(parent: container)
    child.forward(
      (any Shown).self, name: "child", to: container.register(Part.self, name: "b") { _ in Part() })
    let (start, surprises) = (Gate(), Recorder<String>())
    let changer = ThreadRun {
      start.pass()
      for number in 0..<120 { for change in changes { change(number) } }
      return true
    }
    start.open()
    var count = 0
    while !changer.isOver || count < 40 {
      do { try await way.read(container, child) } catch {
        let codes =
          (error as? ResolutionError).map { [$0.code] } ?? (error as? StartError)?.failures.map(\.code)
        // A scope that an awaited service cannot have, and one whose ends must be awaited, say so.
        if codes?.allSatisfy({ $0 == .needsAwait }) != true { surprises.add("\(error)") }
      }
      count += 1
      await Task.yield()
    }
    #expect(changer.result == true)
    #expect(surprises.all.isEmpty)
  }
}
