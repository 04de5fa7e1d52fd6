/// A registered initializer.
package struct Initializer: Sendable {
  let serviceType: Any.Type
  let parameterTypes: [Any.Type]
  /// The keys that the parameters are resolved by; `nil` for an argument of the resolve.
  var dependencies: [ServiceKey?] = []

  var types: [Any.Type] { [serviceType] + parameterTypes }
}
