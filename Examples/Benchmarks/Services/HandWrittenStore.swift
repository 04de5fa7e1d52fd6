import Synchronization

/// What one writes to share services of all kinds by type: a lock around a dictionary.
final class HandWrittenStore: Sendable {
  struct MissingService: Error {
    let type: Any.Type
  }

  private let services = Mutex<[ObjectIdentifier: any Sendable]>([:])
  private let failureHandler: @Sendable (MissingService) -> Void

  @inline(never)
  init(failureHandler: @escaping @Sendable (MissingService) -> Void = { _ in }) {
    self.failureHandler = failureHandler
  }

  func insert<Service: Sendable>(_ service: Service) {
    services.withLock { $0[ObjectIdentifier(Service.self)] = service }
  }

  func service<Service: Sendable>(_ type: Service.Type) -> Service {
    serviceIfPresent(type)!
  }

  func serviceIfPresent<Service: Sendable>(_ type: Service.Type) -> Service? {
    services.withLock { $0[ObjectIdentifier(type)] as? Service }
  }

  /// Gives the service, or calls the failure handler.
  func serviceOrFailure<Service: Sendable>(_ type: Service.Type) -> Service? {
    if let service = serviceIfPresent(type) { return service }
    failureHandler(MissingService(type: type))
    return nil
  }
}

/// The same with names.
final class HandWrittenNamedStore: Sendable {
  private struct Key: Hashable {
    let type: ObjectIdentifier
    let name: String
  }

  private let services = Mutex<[Key: any Sendable]>([:])

  func insert<Service: Sendable>(_ service: Service, name: String) {
    let key = Key(type: ObjectIdentifier(Service.self), name: name)
    services.withLock { $0[key] = service }
  }

  func service<Service: Sendable>(_ type: Service.Type, name: String) -> Service {
    let key = Key(type: ObjectIdentifier(type), name: name)
    return services.withLock { $0[key] as? Service }!
  }
}
