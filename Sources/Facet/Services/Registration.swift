import Synchronization

/// A key in a registry: either a record of its own, or a forward to one.
///
/// Everything here is fixed at registration, so any thread may read it.
@usableFromInline
class Registration: @unchecked Sendable {
  // Unchecked because classes that are inherited from cannot be checked; both subclasses are final and say why they
  // are safe.
  final let serviceType: Any.Type
  final let signature: Any.Type?
  final let name: String?
  final let option: OptionBox?
  final let location: CodeLocation
  /// A number that no other registration of the process has, increasing.
  final let order: Int
  final let isForward: Bool

  private static let orders = Atomic<Int>(0)

  init(_ request: RegistrationRequest, isForward: Bool) {
    serviceType = request.serviceType
    signature = request.signature
    name = request.name
    option = request.option
    location = request.location
    self.isForward = isForward
    order = Registration.orders.wrappingAdd(1, ordering: .relaxed).oldValue
  }

  /// The record behind the key.
  @inline(__always)
  final var record: ServiceRecord {
    isForward
      ? unsafeDowncast(self, to: ForwardedKey.self).target : unsafeDowncast(self, to: ServiceRecord.self)
  }

  final var key: ServiceKey {
    ServiceKey(
      serviceType: serviceType, name: name, argumentTypes: argumentTypes(of: signature), option: option?.option)
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
