/// A closure of the user's, and where it may run.
package struct UserCode<Now: Sendable, Later: Sendable>: Sendable {
  package enum Call: Sendable {
    case now(Now)
    case later(Later)
  }
  package let call: Call
  /// The actor of one that is not awaited.
  package let isolation: Isolation?

  package init(_ call: Call, on isolation: Isolation? = nil) {
    (self.call, self.isolation) = (call, isolation)
  }

  package var isAwaited: Bool { if case .later = call { true } else { false } }
  /// Whether it can run on the calling thread, without an await.
  package var canRunHere: Bool { !isAwaited && isolation?.isCurrent != false }
}

/// An action of `initCompleted`.
package typealias Completion = UserCode<
  @Sendable (_ resolver: any Resolver, _ instance: Instance, _ arguments: Arguments) throws -> Void,
  @Sendable (_ resolver: any Resolver, _ instance: Instance, _ arguments: KeptArguments?) async throws -> Void
>
/// An action of `onClose`.
package typealias Disposer = UserCode<
  @Sendable (Instance) throws -> Void, @Sendable (Instance) async throws -> Void
>
