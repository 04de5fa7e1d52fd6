import Synchronization

/// A key in a registry: either a record of its own, or a forward to one.
///
/// Everything here is fixed at registration, so any thread may read it.
@usableFromInline
class Registration: @unchecked Sendable {
  // Unchecked because classes that are inherited from cannot be checked; both subclasses are final and say why they
  // are safe.
  private final let request: RegistrationRequest
  /// A number that no other registration of the process has, increasing.
  final let order: Int
  final let isForward: Bool
  /// Whether there is neither a name nor an option.
  final let isPlain: Bool

  private static let orders = Atomic<Int>(0)

  init(_ request: consuming RegistrationRequest, isForward: Bool) {
    self.isForward = isForward
    isPlain = request.name == nil && request.option == nil
    self.request = request
    order = Registration.orders.wrappingAdd(1, ordering: .relaxed).oldValue
  }

  @inline(__always)
  final var serviceType: Any.Type { request.serviceType }
  @inline(__always)
  final var signature: Any.Type? { request.signature }
  @inline(__always)
  final var name: String? { request.name }
  @inline(__always)
  final var option: OptionBox? { request.option }
  final var location: CodeLocation { request.location }

  /// The record behind the key.
  @inline(__always)
  final var record: ServiceRecord {
    isForward
      ? unsafeDowncast(self, to: ForwardedKey.self).target : unsafeDowncast(self, to: ServiceRecord.self)
  }

  final var key: ServiceKey {
    ServiceKey(
      serviceType: serviceType, name: name, argumentTypes: argumentTypes(of: signature),
      option: option?.option)
  }
}

/// The parts of a key, and where it was written.
@usableFromInline
struct RegistrationRequest {
  let serviceType: Any.Type
  let signature: Any.Type?
  let name: String?
  let option: OptionBox?
  let location: CodeLocation

  init(
    _ serviceType: Any.Type, signature: Any.Type?, name: String?, option: OptionBox?, location: CodeLocation
  ) {
    self.serviceType = serviceType
    self.signature = signature
    self.name = name
    self.option = option
    self.location = location
  }
}
