import Facet

/// A key as a dictionary finds it under a lock: without a part of the user's that would have to be compared.
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
