import Facet

/// What a verification cannot know by itself.
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
    let arguments: ArgumentCopy
  }

  /// An instance in the place of what a factory would make.
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
  private(set) var allowedLeaks: [Selection] = []

  /// Gives arguments to run a factory with, which is not run otherwise.
  ///
  /// - Parameters:
  ///   - serviceType: the registered type, or one that is forwarded to it.
  ///   - name: the name of the registration.
  ///   - arguments: are handed to the factory; their static types are a part of the key.
  public mutating func arguments<Service, each Argument>(
    for serviceType: Service.Type, name: String? = nil, _ arguments: repeat each Argument
  ) {
    let key = ServiceKey(Service.self, signature: Signature<repeat each Argument>.identity, name: name)
    samples.append(Sample(key: key, arguments: ArgumentCopy.keeping(repeat each arguments)))
  }

  /// Gives an instance in the place of what the factory would make: the factory is not run.
  ///
  /// For what reads files or opens connections, and for values that other factories look up.
  ///
  /// - Parameters:
  ///   - instance: is handed to all that ask, with whatever arguments.
  ///   - serviceType: the registered type.
  ///   - name: the name of the registration.
  public mutating func use<Service>(
    _ instance: Service, for serviceType: Service.Type = Service.self, name: String? = nil
  ) {
    instances.append(Instance(type: Service.self, name: name, service: instance))
  }

  /// Leaves a service out: its factory is not run, and what needs it is not checked further.
  ///
  /// - Parameters:
  ///   - serviceType: the registered type.
  ///   - name: the name of the registration.
  public mutating func skip<Service>(_ serviceType: Service.Type, name: String? = nil) {
    skipped.append(Selection(type: Service.self, name: name))
  }

  /// Accepts that services which live longer hold this one.
  ///
  /// - Parameters:
  ///   - serviceType: the registered type of the service that is held.
  ///   - name: the name of the registration.
  public mutating func allowCapture<Service>(of serviceType: Service.Type, name: String? = nil) {
    allowedCaptures.append(Selection(type: Service.self, name: name))
  }

  /// Accepts that a service holds its resolver, or a child of its container, and so keeps the container alive.
  ///
  /// - Parameters:
  ///   - serviceType: the registered type of the service that holds it, or of one that is kept and has that.
  ///   - name: the name of the registration.
  public mutating func allowLeak<Service>(by serviceType: Service.Type, name: String? = nil) {
    allowedLeaks.append(Selection(type: Service.self, name: name))
  }
}
