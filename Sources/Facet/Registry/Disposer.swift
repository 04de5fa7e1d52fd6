/// What a registration does with an instance when its container is closed.
package struct Disposer: Sendable {
  enum Action {
    case now(() throws -> Void)
    case later(@Sendable () async throws -> Void)
  }

  let isAsynchronous: Bool
  /// Takes the service at an address, and gives what is to be done with it.
  let action: @Sendable (UnsafeRawPointer) -> Action
}
