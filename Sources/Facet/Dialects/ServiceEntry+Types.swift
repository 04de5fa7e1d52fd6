/// Swinject's names for what ``ServiceEntry/key`` has.
extension ServiceEntry {
  /// The type that the service was registered as.
  @_documentation(visibility: internal)
  public var serviceType: Any.Type { record.serviceType }

  /// The parameters of the factory as one type: `(any Resolver).self`, or a tuple such as `(any Resolver, String, Int).self`.
  @_documentation(visibility: internal)
  public var argumentsType: Any.Type { factoryParameters(of: record.key.signature) }
}
