// The failures of the parts of a service: its initializer, and the code beside its factory.

/// A registered initializer.
package struct Initializer: Sendable {
  let serviceType: Any.Type
  let parameterTypes: [Any.Type]
  /// The keys that parameters are resolved by, without the arguments of the resolve.
  var dependencies: [ServiceKey] = []

  var types: [Any.Type] { [serviceType] + parameterTypes }
}

struct DecoratorFailure: Error {
  let error: any Error
  let location: CodeLocation
}

package struct CompletionFailure: Error {
  let error: any Error

  package static func wrapping(_ error: any Error) -> any Error {
    error is ResolutionError || error is CompletionFailure ? error : CompletionFailure(error: error)
  }
}
