/// `resolve(T?.self)` gives `.some(nil)` where `T` is not registered, without a word to the failure handler.
extension Optional: ServiceWrapper {
  static var isAlwaysResolvable: Bool { true }

  static func wrap<each Argument>(
    from container: Container, name: String?, arguments: repeat each Argument
  ) throws(ResolutionError) -> Wrapped? {
    guard container.isResolvable(Wrapped.self, Signature<repeat each Argument>.identity, name: name) else {
      return nil
    }
    return try container.require(Wrapped.self, name: name, arguments: repeat each arguments)
  }
}
