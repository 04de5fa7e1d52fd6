import Facet
import FacetTestSupport
import Testing

private protocol Store: AnyObject {
  var words: String { get }
}
private protocol Readable: AnyObject {}
private final class FileStore: Store, Readable, @unchecked Sendable {
  var words: String { "file" }
}
private final class Wrapped: Store, Readable, @unchecked Sendable {
  let name: String
  let inner: any Store
  var note = ""
  var words: String { "\(name)(\(inner.words)\(note))" }
  init(_ name: String, _ inner: any Store) {
    self.name = name
    self.inner = inner
  }
}
private struct Refusal: Error {}

/// Decorators wrap every new instance.
@Suite(.timeLimit(.minutes(20))) struct DecoratorTests {
  private let container = Container { $0.failureHandler = { _ in } }

  private func decorate(_ container: Container, _ names: String...) {
    for name in names { container.decorate((any Store).self) { _, inner in Wrapped(name, inner) } }
  }

  private func words(_ container: Container) throws -> String {
    try container.require((any Store).self).words
  }

  @Test func `removeAll removes the decorators, so that all may be registered anew`() throws {
    func registerAll(_ container: Container) {
      container.register((any Store).self) { _ in FileStore() }
      decorate(container, "log")
      container.decorateAll((any Store).self) { _, inner in Wrapped("all", inner) }
    }
    for _ in 1...3 {
      registerAll(container)
      #expect(try words(container) == "all(log(file))")
      container.removeAll()
    }
    container.register((any Store).self) { _ in FileStore() }
    #expect(try words(container) == "file")
    // Also those of a copy, which has made nothing yet.
    registerAll(container)
    let copy = container.copy()
    copy.removeAll()
    registerAll(copy)
    #expect(try words(copy) == "all(log(file))")
  }

  @Test func `removeAll releases what decorators captured, and leaves those of the parent`() throws {
    var captured: Wrapped? = Wrapped("log", FileStore())
    weak let seen = captured
    container.register((any Store).self) { _ in FileStore() }
    decorate(container, "log")
    let child = Container(parent: container)
    child.register((any Store).self, name: "child") { _ in FileStore() }
    child.decorate((any Store).self, name: "child") { [captured] _, inner in captured ?? inner }
    captured = nil
    #expect(seen != nil)
    child.removeAll()
    #expect(seen == nil)
    #expect(try words(child) == "log(file)")
  }

  @Test func `a decorator may be declared before the registration, and stays when that is replaced`() throws {
    decorate(container, "log")
    container.register((any Store).self) { _ in FileStore() }
    decorate(container, "cache")
    #expect(try words(container) == "cache(log(file))")
    container.register((any Store).self) { _ in Wrapped("second", FileStore()) }
    #expect(try words(container) == "cache(log(second(file)))")
  }

  @Test(arguments: [ObjectScope.graph, .container, .weak]) func `a shared instance is decorated once`(
    scope: ObjectScope
  ) throws {
    container.register((any Store).self) { _ in FileStore() }.inObjectScope(scope)
    decorate(container, "log")
    container.register([any Store].self) { r in [try r.require(), try r.require()] }
    let stores = try container.require([any Store].self)
    #expect(stores[0] === stores[1])
    #expect(stores[0].words == "log(file)")
  }

  @Test func `an instance is seen decorated through every forwarded type, and completed`() throws {
    container.register((any Store).self) { _ in FileStore() }.implements((any Readable).self)
      .inObjectScope(.container)
      .initCompleted { _, store in (store as? Wrapped)?.note = "!" }
    decorate(container, "log")
    let readable = try container.require((any Readable).self)
    #expect((readable as? Wrapped)?.words == "log(file!)")
    #expect(try container.require((any Store).self) === readable)
  }

  @Test func `a decorator resolves as a part of the cycle`() throws {
    container.register(FileStore.self) { _ in FileStore() }
    container.register((any Store).self) { r in try r.require(FileStore.self) }
    container.decorate((any Store).self) { r, inner in
      let file = try r.require(FileStore.self)
      return Wrapped(file === inner ? "same" : "other", inner)
    }
    #expect(try words(container) == "same(file)")
  }

  @Test func `names and arguments are those of the registration`() throws {
    container.register((any Store).self, name: "a") { (_: any Resolver, name: String) in
      Wrapped(name, FileStore())
    }
    container.register((any Store).self) { _ in FileStore() }
    container.decorate((any Store).self, name: "a") { (_: any Resolver, inner: any Store, name: String) in
      Wrapped("log \(name)", inner)
    }
    #expect(try container.require((any Store).self, name: "a", argument: "x").words == "log x(x(file))")
    #expect(try words(container) == "file")
  }

  @Test func `what is shared already stays as it is`() throws {
    container.register((any Store).self) { _ in FileStore() }.inObjectScope(.container)
    let store = try container.require((any Store).self)
    decorate(container, "log")
    #expect(try container.require((any Store).self) === store)
    container.resetObjectScope(.container)
    #expect(try words(container) == "log(file)")
  }

  @Test func `an error of a decorator is the reason of the failure, and nothing is kept`() throws {
    container.register((any Store).self, fileID: "App.swift", line: 1) { _ in FileStore() }
      .inObjectScope(.container)
    container.decorate((any Store).self, fileID: "App.swift", line: 2) { _, _ in throw Refusal() }
    let error = #expect(throws: ResolutionError.self) { try container.require((any Store).self) }
    #expect(error?.underlyingError is Refusal)
    #expect(
      error?.description == """
        A decorator of 'Store' failed: Refusal()

          Path:        Store
          Place:       registered at App.swift:1
          Decorator:   written at App.swift:2

        To fix this, do one of:
          • Fix what the decorator reports.
          • Catch the error in the decorator.
        """)
  }

  // MARK: - Children

  @Test func `a decorator wraps the registrations of its own container, and no others`() throws {
    let child = Container(parent: container)
    // Declared before either is registered.
    decorate(child, "child")
    for container in [container, child] {
      container.register((any Store).self) { _ in FileStore() }.inObjectScope(.container)
        .implements((any Readable).self)
    }
    container.register([any Store].self) { r in [try r.require()] }
    decorate(container, "parent")
    #expect(try words(container) == "parent(file)")
    for container in [child, Container(parent: child)] {
      #expect(try words(container) == "child(file)")
      #expect((try container.require((any Readable).self) as? Wrapped)?.words == "child(file)")
      #expect(try container.require([any Store].self).map(\.words) == ["child(file)"])
    }
    #expect(try container.require([any Store].self).map(\.words) == ["parent(file)"])
  }

  @Test(arguments: [ObjectScope.transient, .graph, .container, .weak, .scoped])
  func `a child sees what its parent decorates`(scope: ObjectScope) throws {
    container.register((any Store).self) { _ in FileStore() }.implements((any Readable).self)
      .inObjectScope(scope)
    let child = Container(parent: Container(parent: container))
    decorate(container, "parent")
    #expect(try words(child) == "parent(file)")
    #expect((try child.require((any Readable).self) as? Wrapped)?.words == "parent(file)")
  }

  @Test func `a decorator that waits in a child leaves what the parent registers later`() throws {
    let child = Container(parent: container)
    decorate(child, "child")
    child.decorateAll((any Store).self) { _, inner in Wrapped("all", inner) }
    container.register((any Store).self) { _ in FileStore() }
    #expect(try words(child) == "file")
    child.register((any Store).self) { _ in FileStore() }
    #expect(try words(child) == "all(child(file))")
  }

  @Test(arguments: [false, true]) func `a service that only a parent registers is refused`(isAwaited: Bool)
    async throws
  {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [isAwaited] in
      endProcess()
      let parent = Container()
      if isAwaited {
        parent.register((any Store).self, name: "a", fileID: "Shop/Main.swift", line: 5) { _ async in
          FileStore()
        }
      } else {
        parent.register((any Store).self, name: "a", fileID: "Shop/Main.swift", line: 5) { _ in FileStore() }
      }
      let child = Container(parent: Container(parent: parent))
      child.register((any Store).self) { _ in FileStore() }
      child.decorate((any Store).self, name: "a", fileID: "Shop/Main.swift", line: 7) { _, inner in inner }
    }
    #expect(
      try stopText(result) == """
        Precondition failed: Cannot decorate 'Store' named "a", which a parent registers

          Decorator:   written at Shop/Main.swift:7
          Service:     'Store' named "a"   registered at Shop/Main.swift:5

        To fix this, do one of:
          • Decorate it in the container that registers it.
          • Register it in this container first, and decorate that.
        """)
  }

  @Test func `so is a type that only a parent registers, also by a forward`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      endProcess()
      let parent = Container()
      parent.register((any Store).self, fileID: "Shop/Main.swift", line: 5) { _ in FileStore() }
        .implements((any Readable).self, name: "b", fileID: "Shop/Main.swift", line: 6)
      Container(parent: parent)
        .decorateAll((any Readable).self, fileID: "Shop/Main.swift", line: 7) { _, inner in inner }
    }
    #expect(
      try stopText(result) == """
        Precondition failed: Cannot decorate 'Readable', which a parent registers

          Decorator:   written at Shop/Main.swift:7
          Service:     'Readable' named "b"   registered at Shop/Main.swift:6

        To fix this, do one of:
          • Decorate it in the container that registers it.
          • Register it in this container first, and decorate that.
        """)
  }

  // MARK: - Forwards

  @Test func `a key that is forwarded is refused, with the way out`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      endProcess()
      let container = Container()
      container.register((any Store).self) { _ in FileStore() }.implements((any Readable).self)
      container.decorate((any Readable).self, fileID: "Shop/Main.swift", line: 7) { _, inner in inner }
    }
    #expect(
      try stopText(result) == """
        Precondition failed: Cannot decorate 'Readable', which is forwarded to 'Store'

          Written at Shop/Main.swift:7

        To fix this, decorate 'Store': its forwards show the same instance.
        """)
  }

  @Test func `a forward of a decorated key is refused, as a decorator of a forwarded key is`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      endProcess()
      let container = Container()
      container.decorate((any Store).self) { _, inner in inner }
      container.register(FileStore.self) { _ in FileStore() }
        .implements((any Store).self, fileID: "Shop/Main.swift", line: 7)
    }
    let text = try stopText(result)
    #expect(
      text.hasPrefix("Precondition failed: Cannot decorate 'Store', which is forwarded to 'FileStore'\n"))
    #expect(text.contains("\n  Written at Shop/Main.swift:7\n"))
  }
}
