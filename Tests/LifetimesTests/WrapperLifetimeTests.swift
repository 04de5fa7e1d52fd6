import Facet
import FacetTestSupport
import Testing

private final class Store: Sendable {}
private final class Screen: Sendable {
  let lazy: Lazy<Store>
  let provider: Provider<Store>
  init(_ lazy: Lazy<Store>, _ provider: Provider<Store>) {
    self.lazy = lazy
    self.provider = provider
  }
}
private final class Window: Sendable {
  let screen: Screen
  init(_ screen: Screen) { self.screen = screen }
}
private struct ScreenAssembly: Assembly {
  func assemble(container: Container) {
    container.register(Store.self) { _ in Store() }
    container.register(Screen.self) { r in Screen(r.resolve()!, r.resolve()!) }
  }
}

/// A container is kept by the wrappers that it handed out, but not by those that a service which it keeps was handed while it was built.
@Suite(.timeLimit(.minutes(20))) struct WrapperLifetimeTests {
  static let lasting: [ObjectScope] = [
    .container, ObjectScope(storageFactory: PermanentStorage.init, description: "custom"),
  ]
  static let passing: [ObjectScope] = [.transient, .graph, .weak]

  private func makeContainer(screen scope: ObjectScope, store: ObjectScope = .graph) -> Container {
    let container = Container()
    container.register(Store.self) { _ in Store() }.inObjectScope(store)
    container.register(Screen.self) { r in Screen(r.resolve()!, r.resolve()!) }.inObjectScope(scope)
    container.register(Window.self) { r in Window(r.resolve()!) }
    return container
  }

  @Test func `a screen works after everything else is gone`() throws {
    let screen = Assembler([ScreenAssembly()]).resolver.resolve(Screen.self)!
    #expect(throws: Never.self) { try screen.lazy.require() }
    #expect(throws: Never.self) { try screen.provider.require() }
    #expect(throws: Never.self) { try screen.provider.require() }
  }

  @Test func `a wrapper that was resolved by hand works after everything else is gone`() throws {
    let lazy = try Assembler([ScreenAssembly()]).resolver.require(Lazy<Store>.self)
    let provider = try Assembler([ScreenAssembly()]).resolver.require(Provider<Store>.self)
    let nested = try Assembler([ScreenAssembly()]).resolver.require(Provider<Lazy<Store>>.self)
    #expect(throws: Never.self) { try lazy.require() }
    #expect(throws: Never.self) { try provider.require() }
    #expect(throws: Never.self) { try nested.require().require() }
  }

  @Test func `a wrapper keeps the child that it was resolved from`() throws {
    let parent = makeContainer(screen: .graph)
    let screen = try Container(parent: parent) { $0.register(Store.self) { _ in Store() } }
      .require(Screen.self)
    #expect(throws: Never.self) { try screen.lazy.require() }
    #expect(throws: Never.self) { try screen.provider.require() }
  }

  @Test(arguments: passing) func `a container goes with the last of what holds its wrappers`(
    scope: ObjectScope
  ) async throws {
    var container: Container? = makeContainer(screen: scope)
    weak let seen = container
    var screen: Screen? = try container?.require(Screen.self)
    container = nil
    #expect(seen != nil)
    #expect(throws: Never.self) { try screen?.provider.require() }
    screen = nil
    #expect(await isReleased { seen })
  }

  @Test func `a container goes with a service that got nothing but a provider`() async throws {
    final class Shelf: Sendable {
      let provider: Provider<Store>
      init(_ provider: Provider<Store>) { self.provider = provider }
    }
    var container: Container? = makeContainer(screen: .graph)
    container?.register(Shelf.self) { r in Shelf(try r.require()) }
    weak let seen = container
    var shelf = try container?.require(Shelf.self)
    weak let provider = shelf?.provider
    container = nil
    #expect(seen != nil)
    shelf = nil
    #expect(provider == nil)
    #expect(await isReleased { seen })
  }

  @Test(arguments: lasting) func `a service that its container keeps does not keep the container`(
    scope: ObjectScope
  ) async throws {
    var container: Container? = makeContainer(screen: scope)
    weak let seen = container
    _ = try container?.require(Screen.self)
    container = nil
    #expect(await isReleased { seen })
  }

  @Test(arguments: lasting) func `a part of a service that its container keeps does not keep the container`(
    scope: ObjectScope
  ) async throws {
    var container: Container? = makeContainer(screen: .graph)
    container?.register(Window.self) { r in Window(r.resolve()!) }.inObjectScope(scope)
    weak let seen = container
    _ = try container?.require(Window.self)
    container = nil
    #expect(await isReleased { seen })
  }

  @Test(arguments: lasting) func `a wrapper that is set in a completion does not keep the container`(
    scope: ObjectScope
  ) async throws {
    final class Late: @unchecked Sendable {
      var lazy: Lazy<Store>?
    }
    var container: Container? = makeContainer(screen: .graph)
    container?.register(Late.self) { _ in Late() }
      .initCompleted { r, late in late.lazy = r.resolve(Lazy<Store>.self) }
      .inObjectScope(scope)
    weak let seen = container
    _ = try container?.require(Late.self)
    container = nil
    #expect(await isReleased { seen })
  }

  @Test(arguments: lasting)
  func `a wrapper that gets to a kept service later keeps the container until it is closed`(
    scope: ObjectScope
  )
    async
    throws
  {
    final class Late: @unchecked Sendable {
      var lazy: Lazy<Store>?
    }
    var container: Container? = makeContainer(screen: .graph)
    container?.register(Late.self) { _ in Late() }.inObjectScope(scope)
    weak let seen = container
    try container?.require(Late.self).lazy = container?.require(Lazy<Store>.self)
    container = nil
    #expect(seen != nil)
    try seen?.close()
    #expect(await isReleased { seen })
  }

  @Test(arguments: lasting)
  func `so does one that a part of the cycle had before the kept service got that`(scope: ObjectScope)
    async throws
  {
    final class Front {
      let (screen, window): (Screen, Window)
      init(_ screen: Screen, _ window: Window) { (self.screen, self.window) = (screen, window) }
    }
    var container: Container? = makeContainer(screen: .graph)
    container?.register(Window.self) { r in Window(r.resolve()!) }.inObjectScope(scope)
    container?.register(Front.self) { r in Front(r.resolve()!, r.resolve()!) }
    weak let seen = container
    var front = try container?.require(Front.self)
    #expect(front?.window.screen === front?.screen)
    (container, front) = (nil, nil)
    #expect(seen != nil)
    try seen?.close()
    #expect(await isReleased { seen })
  }

  @Test(arguments: lasting) func `a wrapper that its container kept says so once the container is gone`(
    scope: ObjectScope
  ) async throws {
    var container: Container? = makeContainer(screen: scope)
    weak let seen = container
    let screen = try #require(try container?.require(Screen.self))
    container = nil
    #expect(await isReleased { seen })
    let first = #expect(throws: ResolutionError.self) { try screen.lazy.require() }
    #expect(first?.code == .containerGone)
    #expect(first?.key.description == "'Lazy<Store>'")
    let second = #expect(throws: ResolutionError.self) { try screen.provider.require() }
    #expect(second?.code == .containerGone)
    #expect(second?.key.description == "'Provider<Store>'")
  }

  @Test func `a service that a parent keeps keeps neither the parent nor the child`() async throws {
    var parent: Container? = makeContainer(screen: .container)
    var child: Container? = Container(parent: parent)
    weak let (seenParent, seenChild) = (parent, child)
    _ = try child?.require(Screen.self)
    child = nil
    #expect(await isReleased { seenChild })
    parent = nil
    #expect(await isReleased { seenParent })
  }

  @Test func `a lazy service that was used keeps its instance, and nothing else`() async throws {
    var container: Container? = makeContainer(screen: .graph)
    weak let seen = container
    let lazy = try #require(try container?.require(Lazy<Store>.self))
    let store = try lazy.require()
    container = nil
    #expect(await isReleased { seen })
    #expect(try lazy.require() === store)
  }
}
