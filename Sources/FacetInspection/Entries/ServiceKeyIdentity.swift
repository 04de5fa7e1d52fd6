import Facet

/// A key for a dictionary under a lock: it compares no user-defined part.
struct ServiceKeyIdentity: Hashable {
  private let type: ObjectIdentifier
  private let signature: ObjectIdentifier?
  private let name: String?
  private let option: String?

  init(_ key: ServiceKey) {
    type = ObjectIdentifier(key.serviceType)
    signature = key.signature.map(ObjectIdentifier.init)
    name = key.name
    option = key.option?.description
  }
}
