import Facet
import FacetInspection
import FacetTestSupport
import Testing

private final class Router {
  let resolver: any Resolver
  init(_ resolver: any Resolver) { self.resolver = resolver }
}

private final class Keeper: @unchecked Sendable {
  // Unchecked: its completion alone sets it.
  var resolver: (any Resolver)?
}

private final class Screen {
  let router: Router
  init(_ router: Router) { self.router = router }
}

private final class Visitor {
  weak var container: Container?
  let later: Lazy<Tea>
  let each: Provider<Tea>
  init(_ r: any Resolver) throws {
    container = r as? Container
    (later, each) = (try r.require(), try r.require())
  }
}

/// That a verification finds what its container keeps, and what keeps the container.
@Suite(.timeLimit(.minutes(5))) struct LeakTests {
  private let container = Container()

  init() {
    container.register(Tea.self) { _ in Tea() }
  }

  /// Registers with the lines that the texts name.
  private func text(_ register: (Container, Int) -> Void) -> String {
    register(container, 7)
    return container.verify().problems.map(\.description).joined(separator: "\n\n")
  }

  @Test func `a kept service that holds its resolver`() {
    let text = text { c, line in
      c.register(Router.self, fileID: "App/Main.swift", line: line) { r in Router(r) }.inObjectScope(
        .container)
    }
    #expect(
      text == """
        'Router' keeps its container alive: it holds the resolver that it was made with.

          Place:   'Router'   registered at App/Main.swift:7

        To fix this, do one of:
          • Take a Lazy or a Provider of its dependencies instead of the resolver.
          • Close the container when it is no longer needed. Closing releases its instances.
          • Accept it: verify { $0.allowLeak(by: Router.self) }
        """)
  }

  @Test func `a service of a kept one that holds its resolver`() {
    let text = text { c, line in
      c.register(Router.self, name: "main", fileID: "App/Main.swift", line: line) { r in Router(r) }
      c.register(Screen.self, fileID: "App/Main.swift", line: line + 1) { r in
        Screen(try r.require(Router.self, name: "main"))
      }.inObjectScope(.container)
    }
    #expect(
      text == """
        'Router' named "main" keeps its container alive: it holds the resolver that it was made with.

          Place:     'Router' named "main"   registered at App/Main.swift:7
          Held by:   'Screen'                container scope, registered at App/Main.swift:8

        To fix this, do one of:
          • Take a Lazy or a Provider of its dependencies instead of the resolver.
          • Close the container when it is no longer needed. Closing releases its instances.
          • Accept it: verify { $0.allowLeak(by: Router.self, name: "main") }
        """)
  }

  @Test func `a child that its parent keeps`() {
    let text = text { c, line in
      c.register(Container.self, name: "login", fileID: "App/Main.swift", line: line) { [unowned c] _ in
        Container(parent: c)
      }.inObjectScope(.container)
    }
    #expect(
      text == """
        'Container' named "login" keeps its parent alive, which keeps it.

          Place:   'Container' named "login"   registered at App/Main.swift:7

        To fix this, do one of:
          • Register it in transient scope, so that its user keeps the child.
          • Close the container when it is no longer needed. Closing releases its instances.
          • Accept it: verify { $0.allowLeak(by: Container.self, name: "login") }
        """)
  }

  @Test func `a child with the resolver as its parent`() {
    container.register(Container.self) { r in Container(parent: r as? Container) }.inObjectScope(.container)
    #expect(container.verify().problems.map(\.kind) == [.leak])
  }

  @Test(arguments: [ObjectScope.container, .scoped, .perArgument, .perArgument(limit: 3)])
  func `every scope that keeps its instances`(scope: ObjectScope) {
    container.register(Router.self) { r in Router(r) }.inObjectScope(scope)
    #expect(container.verify().problems.map(\.kind) == [.leak])
  }

  @Test(arguments: [
    ObjectScope.transient, .graph, .weak, .perArgument(weakly: true),
    ObjectScope(storageFactory: PermanentStorage.init),
  ])
  func `a scope that keeps nothing`(scope: ObjectScope) {
    container.register(Router.self) { r in Router(r) }.inObjectScope(scope)
    container.register(Screen.self) { r in Screen(try r.require()) }
    #expect(container.verify().problems.isEmpty)
  }

  @Test func `the resolver of a completion`() {
    final class Box { var resolver: (any Resolver)? }
    container.register(Box.self) { _ in Box() }.inObjectScope(.container)
      .initCompleted { r, box in box.resolver = r }
    #expect(container.verify().problems.map(\.kind) == [.leak])
  }

  @Test func `the resolver of a parent that a child asks`() {
    container.register(Router.self) { r in Router(r) }.inObjectScope(.container)
    let child = Container(parent: container)
    child.register(Screen.self) { r in Screen(try r.require()) }
    #expect(child.verify().problems.map(\.key.description) == ["'Router'"])
  }

  @Test func `the resolver of an asynchronous factory`() async {
    container.register(Router.self) { r async in Router(r) }.inObjectScope(.container)
    #expect(await container.verifyAsync().problems.map(\.kind) == [.leak])
  }

  @Test func `the resolver of what is awaited for its needs`() async {
    container.register(Leaf.self) { _ async in Leaf() }
    container.register(Router.self) { r async throws in
      _ = try await r.requireAsync(Leaf.self)
      return Router(r)
    }
    container.register(Screen.self) { r async throws in Screen(try await r.requireAsync()) }
      .inObjectScope(.container)
    #expect(await container.verifyAsync().problems.map(\.key.description) == ["'Router'"])
  }

  @Test func `lazies, providers and weak references keep nothing`() async {
    container.register(Visitor.self) { r in try Visitor(r) }.inObjectScope(.container)
    container.register(Visitor.self, name: "async") { r async throws in try Visitor(r) }
      .inObjectScope(.container)
    #expect(container.verify().problems.isEmpty)
    #expect(await container.verifyAsync().problems.isEmpty)
  }

  @Test func `what builds and completes asynchronously, and keeps nothing, is never reported`() async throws {
    container.register(Leaf.self) { _ async in Leaf() }.inObjectScope(.container)
    container.register(Leaf.self, name: "on an actor") { @MainActor _ async in Leaf() }
      .inObjectScope(.container)
    container.register(Leaf.self, name: "scoped") { _ async in
      await Task.yield()
      return Leaf()
    }.inObjectScope(.scoped)
    container.register(Leaf.self, name: "completed") { _ in Leaf() }.inObjectScope(.container)
      .initCompleted { _, _ async in await Task.yield() }
    for _ in 0..<200 { try await container.verifyAsync().check() }
  }

  @Test func `the resolver of an asynchronous completion`() async {
    container.register(Keeper.self) { _ in Keeper() }.inObjectScope(.container)
      .initCompleted { r, keeper async in keeper.resolver = r }
    #expect(await container.verifyAsync().problems.map(\.kind) == [.leak])
  }

  @Test func `a service that is completed asynchronously, and holds its resolver`() async {
    container.register(Router.self) { r in Router(r) }.inObjectScope(.container)
      .initCompleted { _, _ async in await Task.yield() }
    #expect(await container.verifyAsync().problems.map(\.key.description) == ["'Router'"])
  }

  @Test func `who is handed a resolver and does not keep it`() {
    container.register(Tea.self, name: "made") { r in
      let router = Router(r)
      return try router.resolver.require()
    }.inObjectScope(.container)
    #expect(container.verify().problems.isEmpty)
  }

  @Test func `the main container is there until the program ends`() async {
    await #expect(processExitsWith: .success) {
      endProcess()
      Container.main.register(Router.self) { r in Router(r) }.inObjectScope(.container)
      let child = Container(parent: .main)
      child.register(Screen.self) { r in Screen(Router(r)) }.inObjectScope(.container)
      guard Container.main.verify().problems.isEmpty,
        child.verify().problems.first?.key.serviceType == Screen.self
      else { fatalError("\(Container.main.verify()) \(child.verify())") }
    }
  }

  @Test func `what is accepted`() throws {
    container.register(Router.self) { r in Router(r) }
    container.register(Screen.self) { r in Screen(try r.require()) }.inObjectScope(.container)
    try container.verify { $0.allowLeak(by: Router.self) }.check()
    try container.verify { $0.allowLeak(by: Screen.self) }.check()
    #expect(throws: VerificationError.self) { try container.verify { $0.allowLeak(by: Tea.self) }.check() }
  }

  @Test func `the container itself is as it was`() throws {
    final class Parent {
      let own: Container?
      let parent: Container?
      init(_ r: any Resolver) { (own, parent) = (r as? Container, (r as? Container)?.parent) }
    }
    let child = Container(parent: container)
    child.register(Parent.self) { r in Parent(r) }
    child.register(Leaf.self) { r in
      let parent = try r.require(Parent.self)
      #expect(parent.parent != nil)
      #expect(parent.parent?.parent == nil)
      parent.own?.register(Saucer.self) { _ in Saucer(1) }
      _ = try r.require(Saucer.self)
      return Leaf()
    }
    try child.verify().check()
    #expect(child.optional(Saucer.self) == nil)
  }
}
