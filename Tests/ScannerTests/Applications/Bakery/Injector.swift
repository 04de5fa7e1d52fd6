import Swinject

protocol Registering {
  func register<T>(_ type: T.Type, _ object: T)
  func assemble(_ list: [Assembly])
}

protocol Resolving {
  func resolve<T>(_ type: T.Type) -> T
}

typealias Injecting = Registering & Resolving

final class Injector: Injecting {
  private let container = Container()

  func register<T>(_ type: T.Type, _ object: T) {
    container.register(type) { _ in object }  // unseen
  }

  func resolve<T>(_ type: T.Type) -> T {
    guard let service = container.resolve(type) else { fatalError("\(type) is not registered") }
    return service
  }

  func assemble(_ list: [Assembly]) {
    list.forEach { $0.assemble(container: container) }
  }
}
