import Foundation

/// What one writes to share services of all kinds by type and name: a lock around a dictionary.
final class Store: @unchecked Sendable {
  // Unchecked: the dictionary is touched while the mutex is held.
  private struct Key: Hashable {
    let type: ObjectIdentifier
    let name: String?
  }

  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var services: [Key: any Sendable] = [:]

  init() { pthread_mutex_init(mutex, nil) }
  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  func insert<Service: Sendable>(_ service: Service, name: String? = nil) {
    let key = Key(type: ObjectIdentifier(Service.self), name: name)
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    services[key] = service
  }

  @inline(never)
  func service<Service: Sendable>(_ type: Service.Type, name: String? = nil) -> Service? {
    let key = Key(type: ObjectIdentifier(type), name: name)
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return services[key] as? Service
  }
}
