/// The key under which a service is registered and resolved.
@frozen
public struct ServiceKey: Sendable {
  /// The requested type.
  public let serviceType: Any.Type

  /// The name, if there is one.
  public let name: String?

  /// The metatype of a ``Signature``; `nil` without arguments.
  @usableFromInline
  package let signature: Any.Type?

  @_alwaysEmitIntoClient
  package init(_ serviceType: Any.Type, signature: Any.Type? = nil, name: String? = nil) {
    self.serviceType = serviceType
    self.signature = signature
    self.name = name
  }

  /// The name as a literal: in one line, whatever characters it contains.
  package var quotedName: String? { name?.debugDescription }

  /// The exact static types of the arguments, in order.
  public var argumentTypes: [Any.Type] { Facet.argumentTypes(of: signature) }
}

extension ServiceKey: Hashable {
  /// Whether both keys belong to the same registration.
  public static func == (left: ServiceKey, right: ServiceKey) -> Bool {
    left.serviceType == right.serviceType && left.signature == right.signature && left.name == right.name
  }

  /// Feeds all parts to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(serviceType))
    hasher.combine(signature.map(ObjectIdentifier.init))
    hasher.combine(name)
  }
}
