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
private final class Late: @unchecked Sendable {
  var lazy: Lazy<Store>?
}
private struct ScreenAssembly: Assembly {
  func assemble(container: Container) {
    container.register(Store.self) { _ in Store() }
    container.register(Screen.self) { r in Screen(r.resolve()!, r.resolve()!) }
  }
}

/// A container is kept by the wrappers that it handed out, but not by those that a service which it keeps was handed while it was built.
@Suite(.timeLimit(.minutes(20))) struct WrapperLifetimeTests {
  private func makeContainer(screen scope: ObjectScope) -> Container {
    let container = Container()
    container.register(Store.self) { _ in Store() }
    container.register(Screen.self) { r in Screen(r.resolve()!, r.resolve()!) }.inObjectScope(scope)
    container.register(Window.self) { r in Window(r.resolve()!) }
    return container
  }

  @Test func `a screen, and a wrapper that was resolved by hand, work after all else is gone`() throws {
    let screen = try Assembler([ScreenAssembly()]).resolver.require(Screen.self)
    let lazy = try Assembler([ScreenAssembly()]).resolver.require(Lazy<Store>.self)
    let provider = try Assembler([ScreenAssembly()]).resolver.require(Provider<Store>.self)
    let nested = try Assembler([ScreenAssembly()]).resolver.require(Provider<Lazy<Store>>.self)
    #expect(throws: Never.self) {
      _ = (try screen.lazy.require(), try screen.provider.require(), try screen.provider.require())
      _ = (try lazy.require(), try provider.require(), try nested.require().require())
    }
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
    var container: Container? = makeContainer(screen: .graph)
    container?.register([Provider<Store>].self) { r in [try r.require()] }
    weak let seen = container
    var providers = try container?.require([Provider<Store>].self)
    weak let provider = providers?.first
    container = nil
    #expect(seen != nil)
    providers = nil
    #expect(provider == nil)
    #expect(await isReleased { seen })
  }

  @Test(arguments: lasting)
  func `neither a kept service nor its parts keep the container`(scope: ObjectScope) async throws {
    var container: Container? = makeContainer(screen: scope)
    weak let seen = container
    // One that got its wrapper in a completion, too.
    container?.register(Late.self) { _ in Late() }
      .initCompleted { r, late in late.lazy = r.resolve(Lazy<Store>.self) }
      .inObjectScope(scope)
    container?.register(Screen.self, name: "part") { r in Screen(r.resolve()!, r.resolve()!) }
    container?.register(Window.self) { r in Window(r.resolve(name: "part")!) }.inObjectScope(scope)
    let screen = try #require(try container?.require(Screen.self))
    _ = (try container?.require(Late.self), try container?.require(Window.self))
    container = nil
    #expect(await isReleased { seen })
    let lazy = expectFailure(.containerGone) { try screen.lazy.require() }
    #expect(lazy?.key.description == "'Lazy<Store>'")
    let provider = expectFailure(.containerGone) { try screen.provider.require() }
    #expect(provider?.key.description == "'Provider<Store>'")
  }

  @Test(arguments: lasting)
  func `what a kept service gets later keeps the container until its close`(scope: ObjectScope) async throws {
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
  func `so does one that a part had before the kept service got that`(scope: ObjectScope) async throws {
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
