/// A type that resolves without a registration of its own when what it wraps is registered.
protocol ServiceWrapper {
  associatedtype Wrapped

  /// Whether the wrapper can be made even if what it wraps is not registered.
  static var isAlwaysResolvable: Bool { get }

  /// Makes the wrapper for a name and arguments.
  static func wrap<each Argument>(
    from container: Container, name: String?, arguments: repeat each Argument
  ) throws(ResolutionError) -> Self
}

extension Container {
  /// Whether a type is registered, or wraps one that is.
  func isResolvable(_ serviceType: Any.Type, _ signature: Any.Type?, name: String?) -> Bool {
    if registry.contains(LookupKey(serviceType, signature, name)) { return true }
    func open<Wrapper: ServiceWrapper>(_: Wrapper.Type) -> Any.Type { Wrapper.Wrapped.self }
    guard let wrapper = serviceType as? any ServiceWrapper.Type else { return false }
    return wrapper.isAlwaysResolvable || isResolvable(open(wrapper), signature, name: name)
  }
}
