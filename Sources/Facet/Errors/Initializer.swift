/// A registered initializer, as messages name it.
package struct Initializer: Sendable {
  let serviceType: Any.Type
  let parameterTypes: [Any.Type]

  var types: [Any.Type] { [serviceType] + parameterTypes }
}
