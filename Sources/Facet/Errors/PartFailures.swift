// Parts of a service that threw, beside its factory.

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
