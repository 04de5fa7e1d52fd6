/// The action of a registration for the end of an instance.
package struct Disposer: Sendable {
  enum Action {
    case now(() throws -> Void)
    case later(@Sendable () async throws -> Void)
  }

  let isAsynchronous: Bool
  /// The actor that a synchronous action must run on.
  let isolation: Isolation?
  /// Whether the action can run on the calling thread, right now.
  var canRunHere: Bool { !isAsynchronous && isolation?.isCurrent != false }

  /// Takes the service in a slot, and returns the action for it.
  let action: @Sendable (Slot) -> Action
}
