import Facet

// A package over a container as its users write them: operators, an own extension of `Resolver`, and registrations by
// initialiser, with nothing but the public `register` and `resolve`.

infix operator ~> : ApplicationPrecedence

precedencegroup ApplicationPrecedence {
  higherThan: CastingPrecedence
}

/// Resolves what the context asks for.
postfix operator ~

/// Resolves what the context asks for.
public postfix func ~ <Service>(r: Resolver) -> Service {
  r.resolve(Service.self)!
}

/// Resolves a type.
public func ~> <Service>(r: Resolver, service: Service.Type) -> Service {
  r.resolve(service)!
}

/// Resolves a type by name.
public func ~> <Service>(r: Resolver, o: (service: Service.Type, name: String)) -> Service {
  r.resolve(o.service, name: o.name)!
}

/// Resolves a type with an argument.
public func ~> <Service, Argument>(r: Resolver, o: (service: Service.Type, argument: Argument)) -> Service {
  r.resolve(o.service, argument: o.argument)!
}

extension Resolver {
  /// Resolves a type, or gives a fallback.
  func resolve<Service>(_ type: Service.Type, default fallback: @autoclosure () -> Service) -> Service {
    resolve(type) ?? fallback()
  }

  /// Resolves a type by a name of an enumeration.
  func resolve<Service, Name: RawRepresentable>(_ type: Service.Type, name: Name) -> Service?
  where Name.RawValue == String {
    resolve(type, name: name.rawValue)
  }

}

extension Container {
  /// Registers a type by an initialiser of one argument and one dependency.
  @discardableResult
  func wire<Service, Argument, A>(
    _ type: Service.Type, name: String? = nil, argument: Argument.Type,
    initializer: @escaping (Argument, A) -> Service
  ) -> ServiceEntry<Service> {
    register(type, name: name) { (r: Resolver, argument: Argument) in
      initializer(argument, r.resolve(A.self)!)
    }
  }
}
