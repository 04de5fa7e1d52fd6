import Facet

/// The facts that a verification cannot find out.
///
/// ```swift
/// let report = container.verify {
///   $0.arguments(for: Animal.self, "Hachi")
///   $0.use(FakeDatabase(), for: Database.self)
/// }
/// ```
public struct VerificationOptions {
  /// Arguments to run a factory with.
  struct Sample {
    let key: ServiceKey
    let arguments: KeptArguments
  }

  /// A replacement for the instance of a factory.
  struct Instance {
    let type: Any.Type
    let name: String?
    let service: Any
  }

  /// Services of a type with a name.
  struct Selection {
    let type: Any.Type
    let name: String?

    func contains(_ key: ServiceKey) -> Bool { key.serviceType == type && key.name == name }
  }

  private(set) var samples: [Sample] = []
  private(set) var instances: [Instance] = []
  private(set) var skipped: [Selection] = []
  private(set) var allowedCaptures: [Selection] = []
  private(set) var allowedMissing: [Selection] = []
  private(set) var allowedSecondBuilds: [Selection] = []
  private(set) var allowedSynchronousUses: [Selection] = []

  /// Sets sample arguments; without them a factory that takes arguments is not checked.
  ///
  /// - Parameters:
  ///   - serviceType: the registered type, or a type that is forwarded to it.
  ///   - name: the name of the registration.
  ///   - arguments: are handed to the factory; their static types are a part of the key.
  public mutating func arguments<Service, each Argument>(
    for serviceType: Service.Type, name: String? = nil, _ arguments: repeat each Argument
  ) {
    let key = ServiceKey(Service.self, signature: argumentSignature(repeat (each Argument).self), name: name)
    samples.append(Sample(key: key, arguments: KeptArguments.keeping(repeat each arguments)))
  }

  /// Sets a replacement for an instance: the factory is not run.
  ///
  /// Use it for services that read files or open connections, and for values that other factories look up.
  ///
  /// - Parameters:
  ///   - instance: is returned for every resolve of the service, whatever the arguments.
  ///   - serviceType: the registered type.
  ///   - name: the name of the registration.
  public mutating func use<Service>(
    _ instance: Service, for serviceType: Service.Type = Service.self, name: String? = nil
  ) {
    instances.append(Instance(type: Service.self, name: name, service: instance))
  }

  /// Skips a service: its factory is not run, and the services that need it are not checked further.
  ///
  /// - Parameters:
  ///   - serviceType: the registered type.
  ///   - name: the name of the registration.
  public mutating func skip<Service>(_ serviceType: Service.Type, name: String? = nil) {
    skipped.append(Selection(type: Service.self, name: name))
  }

  /// Accepts that services with a longer lifetime hold this service.
  ///
  /// - Parameters:
  ///   - serviceType: the registered type of the service that is held.
  ///   - name: the name of the registration.
  public mutating func allowCapture<Service>(of serviceType: Service.Type, name: String? = nil) {
    allowedCaptures.append(Selection(type: Service.self, name: name))
  }

  /// Accepts that a service is not registered.
  ///
  /// A factory may go on without it: `(try? r.require(Theme.self)) ?? .plain`. The check cannot see that. `r.optional(Theme.self)` says it in the
  /// factory, and needs no option.
  ///
  /// - Parameters:
  ///   - serviceType: the type that factories ask for.
  ///   - name: the name of the service.
  public mutating func allowMissing<Service>(_ serviceType: Service.Type, name: String? = nil) {
    allowedMissing.append(Selection(type: Service.self, name: name))
  }

  /// Accepts that others need a service without an `await`, which must be awaited or belongs to an actor.
  ///
  /// The program awaits it before, and its scope keeps it: later, a synchronous resolve finds it. The check cannot see that. It sees
  /// `startsEagerly()`, which needs no option.
  ///
  /// - Parameters:
  ///   - serviceType: the registered type of the service that is awaited.
  ///   - name: the name of the registration.
  public mutating func allowSynchronousUse<Service>(of serviceType: Service.Type, name: String? = nil) {
    allowedSynchronousUses.append(Selection(type: Service.self, name: name))
  }

  /// Accepts that the factory of a service runs twice when it is asked for first.
  ///
  /// - Parameters:
  ///   - serviceType: the type of the service, or of another one in its circle.
  ///   - name: the name of the service.
  public mutating func allowSecondBuild<Service>(of serviceType: Service.Type, name: String? = nil) {
    allowedSecondBuilds.append(Selection(type: Service.self, name: name))
  }
}
