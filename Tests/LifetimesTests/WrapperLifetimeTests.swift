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
    #expect(throws: Never.self) { _ = (try screen.lazy.require(), try screen.provider.require()) }
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

  @Test(arguments: lasting, [false, true])
  func `neither a kept service nor its parts keep the container, or a child that asked`(
    scope: ObjectScope, isOfChild: Bool
  ) async throws {
    var container: Container? = makeContainer(screen: scope)
    var asked = isOfChild ? Container(parent: container) : container
    weak let (seen, seenAsked) = (container, asked)
    // One that got its wrapper in a completion, too.
    container?.register(Late.self) { _ in Late() }
      .initCompleted { r, late in late.lazy = r.resolve(Lazy<Store>.self) }
      .inObjectScope(scope)
    container?.register(Screen.self, name: "part") { r in Screen(r.resolve()!, r.resolve()!) }
    container?.register(Window.self) { r in Window(r.resolve(name: "part")!) }.inObjectScope(scope)
    let screen = try #require(try asked?.require(Screen.self))
    _ = (try asked?.require(Late.self), try asked?.require(Window.self))
    asked = nil
    if isOfChild { #expect(await isReleased { seenAsked }) }
    container = nil
    #expect(await isReleased { seen })
    let lazy = expectFailure(.containerGone) { try screen.lazy.require() }
    let provider = expectFailure(.containerGone) { try screen.provider.require() }
    #expect([lazy, provider].map { $0?.key.description } == ["'Lazy<Store>'", "'Provider<Store>'"])
  }

  @Test(arguments: lasting, [false, true])
  func
    `what a kept service gets later, or a part had before it got that, keeps the container until its close`(
      scope: ObjectScope, isOfPart: Bool
    ) async throws
  {
    struct Front {
      let screen: Screen
      let window: Window
    }
    var container: Container? = makeContainer(screen: .graph)
    weak let seen = container
    if isOfPart {
      container?.register(Window.self) { r in Window(r.resolve()!) }.inObjectScope(scope)
      container?.register(Front.self) { r in Front(screen: r.resolve()!, window: r.resolve()!) }
      let front = try container?.require(Front.self)
      #expect(front?.window.screen === front?.screen)
    } else {
      container?.register(Late.self) { _ in Late() }.inObjectScope(scope)
      try container?.require(Late.self).lazy = container?.require(Lazy<Store>.self)
    }
    container = nil
    #expect(seen != nil)
    try seen?.close()
    #expect(await isReleased { seen })
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

  private final class Owner: @unchecked Sendable {
    // Unchecked: set while it is completed, on one thread.
    var users: [User] = []
  }
  private final class User: Sendable {
    let owner: Owner
    init(_ owner: Owner) { self.owner = owner }
  }

  @Test(arguments: [false, true])
  func `a lazy is used twice in the completion of what its service needs, and keeps the container no longer`(
    fails: Bool
  ) async throws {
    let lazies = Recorder<Lazy<User>>()
    var container: Container? = Container()
    weak let seen = container
    container?.register(User.self) { r in User(try r.require()) }.inObjectScope(.container)
    container?.register(Owner.self) { _ in Owner() }.inObjectScope(.container)
      .initCompleted { r, owner in
        let lazy = try r.require(Lazy<User>.self)
        lazies.add(lazy)
        owner.users = [try lazy.require(), try lazy.require()]
        if fails, lazies.all.count == 1 { throw Broken() }
      }
    if fails {
      #expect(throws: ResolutionError.self) { try container?.require(Owner.self) }
      #expect(try lazies.all[0].require() === container?.resolve(User.self))
    }
    let owner = try container?.require(Owner.self)
    #expect(owner?.users.count == 2 && owner?.users.allSatisfy { $0.owner === owner } == true)
    #expect(try lazies.all.allSatisfy { try $0.require().owner === owner })
    container = nil
    #expect(await isReleased { seen })
  }

  @Test func `what a lazy has, too, ends if it was given up while it was built`() throws {
    let (container, made, ended) = (Container(), Counter(), Counter())
    container.register(Store.self) { _ in
      made.next()
      return Store()
    }.inObjectScope(.container).onClose { _ in ended.next() }
      .initCompleted { [unowned container] r, _ in
        _ = try r.require(Late.self)
        container.resetObjectScope(.container)
      }
    container.register(Late.self) { _ in Late() }.inObjectScope(.container)
      .initCompleted { r, late in
        late.lazy = try r.require()
        _ = try late.lazy?.require()
      }
    _ = try container.require(Store.self)
    try container.close()
    #expect(made.value == 1 && ended.value == 1)
  }
}
