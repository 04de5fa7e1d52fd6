import Synchronization

/// What one writes to share instances by type: a lock around a dictionary.
final class HandWrittenStore: Sendable {
  private let services = Mutex<[ObjectIdentifier: any AnyObject & Sendable]>([:])

  func insert<Service: AnyObject & Sendable>(_ service: Service) {
    services.withLock { $0[ObjectIdentifier(Service.self)] = service }
  }

  func service<Service: AnyObject & Sendable>(_ type: Service.Type) -> Service {
    let service = services.withLock { $0[ObjectIdentifier(type)]! }
    return unsafeDowncast(service, to: type)
  }
}
