import Swinject

protocol Steps {}
protocol Route {}
final class Counter: Steps {}
final class Map: Route {}
final class Clock {}
final class Journal {
  @Needs var steps: Steps
  @Needs("trail") var trail: Route
}

final class Screen {
  @Filled() var clock: Clock!
  @Filled(as: Steps.self) var counter: Counter!
  @Late var route: Route!
  @Late var journal: Journal
}

enum Setup {
  static func run() {
    let container = Locator.shared.container
    container.register(Steps.self) { _ in Counter() }.inObjectScope(.container)
    container.register(Route.self) { _ in Map() }
    container.register(Route.self, name: "trail") { _ in Map() }
    container.register(Clock.self) { _ in Clock() }
    container.register(Journal.self) { _ in Journal() }
  }
}
