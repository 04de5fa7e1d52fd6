import Facet

// Each mistake is one of the compiler's, so none of it is left for the run.
protocol Carnivore {}
final class Cat {}

func forward(_ container: Container) {
  container.register(Cat.self) { _ in Cat() }.implements((any Carnivore).self) { $0 }
}

func log() {
  Container.loggingFunction = nil
}

// What people write first, and what the compiler says to it.

protocol Repo {}
struct Database {}
final class Store { init(repo: any Repo) {} }
final class Clock { init(hour: Int) {} }
@MainActor final class Screen { init() {} }
final class Draft { var text = "" }

func wire(_ container: Container) {
  container.register(Store.self) { r in Store(repo: r.resolve(Database.self)!) }
  container.register(Store.self) { r in Store(repo: r.resolve((any Repo).self)) }
  container.register(Store.self) { r in Store(repo: r.require()) }
  container.register(Repo.self) { _ in Database() }
  container.register(Clock.self) { _, hour in Clock(hour: hour, minute: 0) }
  container.register(Clock.self) { Clock(hour: "noon") }
  container.register(Clock()) { _ in Clock(hour: 12) }
  container.register(Clock.self) { _ in Clock(hour: 12) }.inObjectScope(.singleton)
  container.register(Screen.self) { @Sendable _ in Screen() }
  container.autoregister(Clock.self, initializer: Clock.init(minute:))
  container.register(Clock.self) { r async in await r.requireAsync(Clock.self) }
}

func use(_ container: Container) throws {
  let store: Store = container.resolve(Store.self)
  let clock = container.resolve(Clock.self, 12)
  _ = (store, clock)
}
