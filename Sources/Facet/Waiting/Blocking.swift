extension Waits {
  /// Blocks the calling thread until the work ends, unless that would close a circle.
  static func block(_ waiter: Waiter, for work: Work) -> Wait.Answer {
    let signal = Signal()
    let wait = Wait(waiter, for: work) { signal.send() }
    if let answer = begin(wait) { return answer }
    while !signal.wait(seconds: LongWait.seconds) { LongWait.report(work) }
    return answer(to: wait)
  }

  /// Suspends the task until the work ends, unless that would close a circle, or the task is cancelled.
  nonisolated(nonsending) static func rest(_ waiter: Waiter, for work: Work) async -> Wait.Answer {
    let pause = Pause()
    let wait = Wait(waiter, for: work) { pause.finish() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        pause.begin(continuation)
        if begin(wait, isTask: true) != nil { pause.finish() }
      }
      return answer(to: wait)
    } onCancel: {
      cancel(wait)
    }
  }
}

/// A suspended task.
private final class Pause: Sendable {
  private let continuation = Guarded<CheckedContinuation<Void, Never>?>(nil)

  func begin(_ new: CheckedContinuation<Void, Never>) { _ = continuation.exchange(new) }
  func finish() { continuation.exchange(nil)?.resume() }
}
