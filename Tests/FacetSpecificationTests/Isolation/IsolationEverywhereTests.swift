import Facet
import FacetTestSupport
import Testing

private protocol Page: AnyObject, Sendable {}
extension Screen: Page {}

/// Its properties are not changed once it is made, and a lazy one may be read on any thread.
private final class Host: @unchecked Sendable {
  @LazyInjected var screen: Screen
  @OptionalInjected var page: (any Page)?
}

/// Whatever way a resolve takes, a closure never runs away from its actor.
///
/// The initializer of `Screen` would stop the program.
@MainActor @Suite(.timeLimit(.minutes(2))) struct IsolationEverywhereTests {
  private let container = Container()
  private let failures: Recorder<String>

  init() {
    failures = Recorder.failures(of: container)
    container.register(Screen.self, fileID: "App/Screens.swift", line: 3) { _ in Screen() }
      .implements(Page.self)
  }

  /// Whether a closure, run on a thread that is on no actor, gives nothing.
  private func isRefused<Service>(_ body: @escaping @Sendable (Container) -> Service?) -> Bool {
    let container = container
    return onThread { body(container) == nil } == true
  }

  @Test func `forwards, names, lists and wrappers`() {
    container.forward(
      Page.self, name: "named", to: container.register(Screen.self, name: "x") { _ in Screen() })
    #expect(isRefused { $0.resolve(Page.self) })
    #expect(isRefused { $0.resolve(Page.self, name: "named") })
    #expect(isRefused { $0.resolve(Screen?.self) })
    #expect(isRefused { try? $0.resolve(Lazy<Screen>.self)?.require() })
    #expect(isRefused { try? $0.resolve(Provider<Screen>.self)?.require() })
    #expect(isRefused { $0.optional() as Screen? })
    #expect(isRefused { $0.resolveAll(Page.self).first })
    #expect(isRefused { $0.resolveAllByName(Page.self).first?.value })
    #expect(isRefused { $0.resolve([Page].self) })
  }

  @Test func `a provider with an argument`() {
    container.register(Screen.self) { _, title in Screen(title: title) }
    #expect(isRefused { try? $0.resolve(Provider<Screen, String>.self)?.require("a") })
    let provider = container.resolve(Provider<Screen, String>.self)
    #expect(provider?("a").title == "a")
    #expect(onThread { () -> Bool? in (try? provider?.require("a")) == nil } == true)
  }

  @Test func `a lazy service that was handed over`() {
    let lazy = container.resolve(Lazy<Screen>.self)
    #expect(onThread { () -> Bool? in (try? lazy?.require()) == nil } == true)
    let screen = lazy?.instance
    let elsewhere = onThread { () -> Screen? in lazy?.instance }
    #expect(elsewhere === screen)
  }

  @Test func `injected properties`() {
    let host = Container.withMain(container) { Host() }
    #expect(host.page != nil)
    #expect(onThread { () -> Bool? in (try? host.$screen.require()) == nil } == true)
    #expect(host.screen === host.screen)
    let container = container
    #expect(onThread { () -> Bool? in Container.withMain(container) { Host().page == nil } } == true)
  }

  @Test func `copies, overrides and children`() {
    let copy = container.copy()
    let layer = container.overriding { $0.register(Screen.self) { _ in Screen(title: "layer") } }
    let child = Container(parent: container)
    let decorating = Container(parent: container)
    decorating.decorate(Screen.self) { _, screen in
      screen.title = "decorated"
      return screen
    }
    for container in [copy, layer, child, decorating] {
      #expect(errorElsewhere(container, Screen.self)?.code == .wrongActor)
      #expect(container.resolve(Screen.self) != nil)
    }
    #expect(layer.resolve((any Page).self).map { $0 as? Screen }??.title == "layer")
    #expect(decorating.resolve((any Page).self).map { $0 as? Screen }??.title == "decorated")
  }

  @Test func `a child's decorator belongs to its actor though the parent's factory needs none`() {
    container.registerNonisolated(WallClock.self) { _ in WallClock() }
    let child = Container(parent: container)
    child.decorate(WallClock.self) { _, clock in
      MainActor.preconditionIsolated()
      return clock
    }
    #expect(errorElsewhere(container, WallClock.self) == nil)
    #expect(errorElsewhere(child, WallClock.self)?.code == .wrongActor)
    #expect(errorElsewhere(child.copy(), WallClock.self)?.code == .wrongActor)
    #expect(child.resolve(WallClock.self) != nil)
  }

  @Test func `a decorator that is declared first belongs to its actor`() {
    container.decorate(WallClock.self) { _, clock in clock }
    container.registerNonisolated(WallClock.self) { _ in WallClock() }
    #expect(errorElsewhere(container, WallClock.self)?.code == .wrongActor)
  }

  @Test func `completions through a copy, and of several actors`() {
    let entry = container.registerNonisolated(WallClock.self) { _ in WallClock() }
    #expect(errorElsewhere(container, WallClock.self) == nil)
    entry.initCompleted { _, _ in MainActor.preconditionIsolated() }
    #expect(errorElsewhere(container, WallClock.self)?.code == .wrongActor)
    #expect(errorElsewhere(container.copy(), WallClock.self)?.code == .wrongActor)
    #expect(container.resolve(WallClock.self) != nil)
    entry.initCompleted { @Cellar _, _ in Cellar.shared.preconditionIsolated() }
    let error = #expect(throws: ResolutionError.self) { try container.require(WallClock.self) }
    #expect(error?.actor === Cellar.shared)
  }

  @Test func `a completion that is added while the factory runs waits for the next resolve`() {
    let entries = Recorder<ServiceEntry<WallClock>>()
    entries.add(
      container.registerNonisolated(WallClock.self) { _ in
        entries.all[0].initCompleted { @MainActor _, _ in MainActor.preconditionIsolated() }
        return WallClock()
      })
    #expect(errorElsewhere(container, WallClock.self) == nil)
    #expect(errorElsewhere(container, WallClock.self)?.code == .wrongActor)
  }

  @Test func `a decorator that is declared while the factory runs waits for the next resolve`() {
    let container = container
    container.registerNonisolated(WallClock.self) { _ in
      container.decorate(WallClock.self) { @MainActor _, clock in
        MainActor.preconditionIsolated()
        return clock
      }
      return WallClock()
    }
    decorate(container)
    #expect(errorElsewhere(container, WallClock.self) == nil)
    #expect(errorElsewhere(container, WallClock.self)?.code == .wrongActor)
  }

  private nonisolated func decorate(_ container: Container) {
    container.decorate(WallClock.self) { _, clock in clock }
  }

  @Test func `an action of the end keeps a synchronous close to its actor`() async throws {
    var closed: [String] = []
    container.register(Screen.self) { _ in Screen(title: "a") }.inObjectScope(.container)
      .onClose { screen in
        MainActor.preconditionIsolated()
        closed.append(screen.title)
      }
    _ = container.resolve(Screen.self)
    let container = container
    let keys = onThread { () -> [ServiceKey]? in
      do throws(CloseError) {
        try container.close()
        return nil
      } catch {
        if case .needsAwait(let keys) = error.reason { return keys }
        return []
      }
    }
    #expect(keys == [ServiceKey(Screen.self)])
    #expect(!container.isClosed)
    await Task.detached { try? await container.close() }.value
    #expect(closed == ["a"])
  }

  @Test func `a synchronous close on the actor runs its actions`() throws {
    var closed = 0
    container.register(Screen.self) { _ in Screen() }.inObjectScope(.container).onClose { _ in closed += 1 }
    _ = container.resolve(Screen.self)
    try container.close()
    #expect(closed == 1)
  }
}
