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
