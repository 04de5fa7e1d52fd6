import Facet
import FacetTestSupport
import Testing

/// Its properties are not changed once it is made, and a lazy one may be read on any thread.
private final class Host: @unchecked Sendable {
  @LazyInjected var facade: Facade
  @OptionalInjected var page: (any Page)?
}

/// Whatever way a resolve takes, a closure never runs away from its actor.
///
/// The initializer of `Facade` would stop the program.
@MainActor @Suite(.timeLimit(.minutes(20))) struct IsolationEverywhereTests {
  private let container = Container()
  private let failures: Recorder<String>

  init() {
    failures = Recorder.failures(of: container)
    container.register(Facade.self, fileID: "App/Facades.swift", line: 3) { _ in Facade() }
      .implements(Page.self)
  }

  /// Whether a closure, run on a thread that is on no actor, gives nothing.
  private func isRefused<Service>(_ body: @escaping @Sendable (Container) -> Service?) -> Bool {
    let container = container
    return offActors { body(container) == nil } == true
  }

  @Test func `forwards, names, lists and wrappers`() {
    container.forward(
      Page.self, name: "named", to: container.register(Facade.self, name: "x") { _ in Facade() })
    let areRefused = [
      isRefused { $0.resolve(Page.self) }, isRefused { $0.resolve(Page.self, name: "named") },
      isRefused { $0.resolve(Facade?.self) }, isRefused { try? $0.resolve(Lazy<Facade>.self)?.require() },
      isRefused { try? $0.resolve(Provider<Facade>.self)?.require() },
      isRefused { $0.optional() as Facade? }, isRefused { $0.resolveAll(Page.self).first },
      isRefused { $0.resolveAllByName(Page.self).first?.value }, isRefused { $0.resolve([Page].self) },
    ]
    #expect(areRefused == Array(repeating: true, count: 9))
  }

  @Test func `a provider with an argument`() {
    container.register(Facade.self) { _, title in Facade(title: title) }
    #expect(isRefused { try? $0.resolve(Provider<Facade, String>.self)?.require("a") })
    let provider = container.resolve(Provider<Facade, String>.self)
    #expect(provider?("a").title == "a")
    #expect(offActors { () -> Bool? in (try? provider?.require("a")) == nil } == true)
  }

  @Test func `a lazy service that was handed over`() {
    let lazy = container.resolve(Lazy<Facade>.self)
    #expect(offActors { () -> Bool? in (try? lazy?.require()) == nil } == true)
    let facade = lazy?.instance
    let elsewhere = offActors { () -> Facade? in lazy?.instance }
    #expect(elsewhere === facade)
  }

  @Test func `injected properties`() {
    let host = Container.withMain(container) { Host() }
    #expect(host.page != nil)
    #expect(host.facade === host.facade)
    let container = container
    #expect(offActors { () -> Bool? in Container.withMain(container) { Host().page == nil } } == true)
  }

  @Test func `copies, overrides and children`() {
    let copy = container.copy()
    let overriding = container.overriding { $0.register(Facade.self) { _ in Facade(title: "overriding") } }
    let child = Container(parent: container)
    let decorating = container.copy()
    decorating.decorate(Facade.self) { _, facade in
      facade.title = "decorated"
      return facade
    }
    for container in [copy, overriding, child, decorating] {
      #expect(errorElsewhere(container, Facade.self)?.code == .wrongActor)
      #expect(container.resolve(Facade.self) != nil)
    }
    #expect(overriding.resolve((any Page).self).map { $0 as? Facade }??.title == "overriding")
    #expect(decorating.resolve((any Page).self).map { $0 as? Facade }??.title == "decorated")
  }

  @Test(arguments: [false, true])
  func `a decorator belongs to its actor though the factory needs none, also in an overriding copy`(
    isFirst: Bool
  ) {
    let decorate: @MainActor (Container) -> Void = {
      $0.decorate(Sundial.self) { _, sundial in
        MainActor.preconditionIsolated()
        return sundial
      }
    }
    let plain = Container()
    if isFirst { decorate(plain) }
    plain.registerNonisolated(Sundial.self) { _ in Sundial() }
    let overriding = isFirst ? plain : Container(parent: plain).overriding(decorate)
    if !isFirst { #expect(errorElsewhere(plain, Sundial.self) == nil) }
    for container in [overriding, overriding.copy(), overriding.parent ?? overriding] {
      #expect(errorElsewhere(container, Sundial.self)?.code == .wrongActor)
      #expect(container.resolve(Sundial.self) != nil)
    }
  }

  @Test func `completions through a copy, and of several actors`() {
    let entry = container.registerNonisolated(Sundial.self) { _ in Sundial() }
    #expect(errorElsewhere(container, Sundial.self) == nil)
    entry.initCompleted { _, _ in MainActor.preconditionIsolated() }
    #expect(errorElsewhere(container, Sundial.self)?.code == .wrongActor)
    #expect(errorElsewhere(container.copy(), Sundial.self)?.code == .wrongActor)
    #expect(container.resolve(Sundial.self) != nil)
    entry.initCompleted { @Cellar _, _ in Cellar.shared.preconditionIsolated() }
    let error = #expect(throws: ResolutionError.self) { try container.require(Sundial.self) }
    #expect(error?.actor === Cellar.shared)
  }

  @Test(arguments: [false, true])
  func `a completion or a decorator that is declared while the factory runs waits for the next resolve`(
    isDecorator: Bool
  ) {
    let (container, entries) = (container, Recorder<ServiceEntry<Sundial>>())
    entries.add(
      container.registerNonisolated(Sundial.self) { _ in
        if isDecorator {
          container.decorate(Sundial.self) { @MainActor _, sundial in
            MainActor.preconditionIsolated()
            return sundial
          }
        } else {
          entries.all[0].initCompleted { @MainActor _, _ in MainActor.preconditionIsolated() }
        }
        return Sundial()
      })
    decorate(container)
    let codes = (1...2).map { _ in errorElsewhere(container, Sundial.self)?.code }
    #expect(codes == [nil, .wrongActor])
  }

  private nonisolated func decorate(_ container: Container) {
    container.decorate(Sundial.self) { _, sundial in sundial }
  }

  @Test func `an action of the end keeps a synchronous close to its actor`() async throws {
    var closed: [String] = []
    container.register(Facade.self) { _ in Facade(title: "a") }.inObjectScope(.container)
      .onClose { facade in
        MainActor.preconditionIsolated()
        closed.append(facade.title)
      }
    _ = container.resolve(Facade.self)
    let container = container
    let keys = offActors { () -> [ServiceKey]? in
      do throws(CloseError) {
        try container.close()
        return nil
      } catch {
        if case .needsAwait(let keys) = error.reason { return keys }
        return []
      }
    }
    #expect(keys == [ServiceKey(Facade.self)])
    #expect(!container.isClosed)
    await Task.detached { try? await container.closeAsync() }.value
    #expect(closed == ["a"])
  }
}
