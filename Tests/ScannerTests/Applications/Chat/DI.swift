import Swinject

/// The one place that knows the container.
enum DI {
  static let shared = Container()

  static func single<Service>(
    _ type: Service.Type, name: String? = nil, _ factory: @escaping (Resolver) -> Service
  ) {
    shared.register(type, name: name, factory: factory).inObjectScope(.container)
  }

  static func factory<Service>(_ factory: @escaping () -> Service) {
    shared.register(Service.self) { _ in factory() }
  }

  static func get<Service>(_ type: Service.Type = Service.self, name: String? = nil) -> Service {
    guard let service = shared.resolve(type, name: name) else {
      preconditionFailure("No \(type)")
    }
    return service
  }

  static func find<Service>(_ type: Service.Type) -> Service? {
    shared.resolve(type) ?? nil
  }
}

func inject<T>() -> T {
  DI.get(T.self)
}
