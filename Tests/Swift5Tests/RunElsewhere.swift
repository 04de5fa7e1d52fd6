import Foundation

/// What a closure gives on a thread that is on no actor; `nil` if it gives nothing.
func runElsewhere<Result>(_ body: @escaping () -> Result?) -> Result? {
  let outcome = Outcome<Result>()
  Thread.detachNewThread {
    outcome.result = body()
    outcome.isThere.signal()
  }
  outcome.isThere.wait()
  return outcome.result
}

private class Outcome<Result>: @unchecked Sendable {
  var result: Result?
  let isThere = DispatchSemaphore(value: 0)
}
