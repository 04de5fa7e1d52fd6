/// A registered initializer.
package struct Initializer: Sendable {
  let serviceType: Any.Type
  let parameterTypes: [Any.Type]
  /// The keys that parameters are resolved by, without the arguments of the resolve.
  var dependencies: [ServiceKey] = []

  var types: [Any.Type] { [serviceType] + parameterTypes }
}
