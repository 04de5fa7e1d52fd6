import Facet

// Each mistake is one of the compiler's, so none of it is left for the run.
protocol Carnivore {}
final class Cat {}

/// What Swinject asked of a fake; what goes through `any Resolver` would never call it.
struct Fake: Resolver {
  func resolve<Service>(_ serviceType: Service.Type) -> Service? { nil }
}

func forward(_ container: Container) {
  container.register(Cat.self) { _ in Cat() }.implements((any Carnivore).self) { $0 }
}

func log() {
  Container.loggingFunction = nil
}
