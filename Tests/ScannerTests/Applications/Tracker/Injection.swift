import Swinject

final class Locator {
  static let shared = Locator()
  let container = Container()

  func resolve<T>() -> T { container.resolve(T.self)! }
  func resolve<T>(named name: String) -> T { container.resolve(T.self, name: name)! }
}

@propertyWrapper struct Needs<T> {
  let wrappedValue: T

  init() { wrappedValue = Locator.shared.resolve() }
  init(_ name: String) { wrappedValue = Locator.shared.resolve(named: name) }
}

private protocol Fillable {
  func fill(_ resolver: Resolver)
}

@propertyWrapper final class Filled<Asked, Service>: Fillable {
  var wrappedValue: Service!

  init(as _: Asked.Type) {}

  func fill(_ resolver: Resolver) {
    wrappedValue = (resolver.resolve(Asked.self) as! Service)
  }
}

extension Filled where Asked == Service {
  convenience init() { self.init(as: Service.self) }
}

@propertyWrapper struct Late<Service> {
  var wrappedValue: Service { Locator.shared.container.resolve(Service.self)! }
}
