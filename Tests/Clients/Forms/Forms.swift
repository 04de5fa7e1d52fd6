// Every form of which the compiler might make a call with an empty list of types, each alone in an asynchronous function that awaits nothing:
// the optimizer of Swift 6.3 dies of such a call. The script .ci/release-forms compiles this file in release, in both language modes.
import Facet

protocol Ticking: AnyObject {}
protocol Striking: AnyObject {}
final class Clock: Ticking, Striking {
  var minute = 0
  init() {}
}
final class Tower {
  init(clock: Clock) {}
}
final class Alarm {
  init(_ minute: Int) {}
}

let shop = Container()

// MARK: - Registering

func register() async -> Container {
  let container = Container()
  container.register(Clock.self) { _ in Clock() }
  return container
}
func registerPlain() async -> Container {
  let container = Container()
  container.register { Clock() }
  return container
}
func registerNonisolated() async -> Container {
  let container = Container()
  container.registerNonisolated(Clock.self) { _ in Clock() }
  return container
}
func registerAwaited() async -> Container {
  let container = Container()
  container.register(Clock.self) { _ async in Clock() }
  return container
}
func registerGeneric<Service: Sendable>(_ make: @escaping @Sendable () -> Service) async -> Container {
  let container = Container()
  container.register(Service.self) { _ in make() }
  return container
}
func autoregisterWithoutParameters() async -> Container {
  let container = Container()
  container.autoregister(Clock.self, initializer: Clock.init)
  return container
}
func autoregister() async -> Container {
  let container = Container()
  container.autoregister(Tower.self, initializer: Tower.init)
  return container
}
func autoregisterWithArgument() async -> Container {
  let container = Container()
  container.autoregister(Alarm.self, argument: Int.self, initializer: Alarm.init)
  return container
}
func autoregisterWithArguments() async -> Container {
  let container = Container()
  container.autoregister(Alarm.self, arguments: Int.self, initializer: Alarm.init)
  return container
}
func initCompleted() async -> Container {
  let container = Container()
  container.register(Clock.self) { _ in Clock() }.initCompleted { _, clock in clock.minute = 1 }
  return container
}
func initCompletedLater() async -> Container {
  let container = Container()
  container.register(Clock.self) { _ in Clock() }.initCompleted { _, clock async in clock.minute = 1 }
  return container
}
func resolveProperties() async -> Container {
  let container = Container()
  container.register(Clock.self) { _ in Clock() }.resolveProperties { _, clock in clock.minute = 1 }
  return container
}
func onClose() async -> Container {
  let container = Container()
  container.register(Clock.self) { _ in Clock() }.onClose { $0.minute = 1 }
  return container
}
func implements() async -> Container {
  let container = Container()
  container.register(Clock.self) { _ in Clock() }.implements((any Ticking).self)
  return container
}
func implementsTwo() async -> Container {
  let container = Container()
  container.register(Clock.self) { _ in Clock() }.implements((any Ticking).self, (any Striking).self)
  return container
}
func forward() async -> Container {
  let container = Container()
  container.forward((any Ticking).self, to: container.register(Clock.self) { _ in Clock() })
  return container
}
func decorate() async -> Container {
  let container = Container()
  container.decorate(Clock.self) { _, inner in inner }
  return container
}
func decorateAll() async -> Container {
  let container = Container()
  container.decorateAll(Clock.self) { _, inner in inner }
  return container
}
func unregister() async -> Container {
  let container = Container()
  container.unregister(Clock.self)
  return container
}

// MARK: - Resolving

func resolve() async -> Clock? { shop.resolve(Clock.self) }
func resolveNamed() async -> Clock? { shop.resolve(Clock.self, name: "wall") }
func resolveInferred() async -> Clock { shop.resolve() }
func require() async throws -> Clock { try shop.require() }
func optional() async -> Clock? { shop.optional() }
func resolveAll() async -> [Clock] { shop.resolveAll(Clock.self) }
func resolveAllByName() async -> [String: Clock] { shop.resolveAllByName(Clock.self) }
func requireAll() async throws -> [Clock] { try shop.requireAll(Clock.self) }
func requireAsync() async throws -> Clock { try await shop.requireAsync() }
func requireAllAsync() async throws -> [Clock] { try await shop.requireAllAsync(Clock.self) }
func provide() async throws -> Clock? { try shop.provide(Clock.self, name: nil) }
func provider() async -> Clock {
  let provider: Provider<Clock> = shop.resolve()
  return provider()
}
func requireOfProvider() async throws -> Clock { try shop.require(Provider<Clock>.self).require() }
func requireOfAsyncProvider() async throws -> Clock {
  try await shop.require(AsyncProvider<Clock>.self).require()
}

// MARK: - The main container

func registerInMain() async {
  Container.register(Clock.self) { _ in Clock() }
}
func registerPlainInMain() async {
  Container.register { Clock() }
}
func completeInMain() async {
  Container.main.register(Clock.self) { _ in Clock() }.initCompleted { _, clock in clock.minute = 1 }
}
func resolveFromMain() async -> Clock? { Container.resolve(Clock.self) }
func resolveInferredFromMain() async -> Clock { Container.resolve() }
func optionalFromMain() async -> Clock? { Container.optional() }
func injected() async -> Clock {
  @Injected var clock: Clock
  return clock
}
func lazyInjected() async -> Clock {
  @LazyInjected var clock: Clock
  return clock
}
func weakLazyInjected() async -> Clock? {
  @WeakLazyInjected var clock: Clock?
  return clock
}
func optionalInjected() async -> Clock? {
  @OptionalInjected var clock: Clock?
  return clock
}
