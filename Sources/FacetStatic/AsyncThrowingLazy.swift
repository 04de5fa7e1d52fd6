/// A value that is built asynchronously, once, at its first use, and may fail.
///
/// See ``Lazy`` for the use in resolver functions.
///
/// ```swift
/// func player(cover: AsyncThrowingLazy<Key.Cover, any Error>) -> Key.MusicPlayer { Player(cover: cover) }
///
/// try await cover.value
/// try await cover.width
/// ```
///
/// Several tasks of one actor may ask at the same time: the first task builds, and the others wait. Only the building task gets an
/// error. The error is not kept: the next waiting task tries again. If the building task is cancelled, its build closure sees the
/// cancellation, and the other tasks are not affected.
@dynamicMemberLookup
public final class AsyncThrowingLazy<Value, Failure: Error> {
  private enum State {
    case idle(() async throws(Failure) -> Value)
    case building
    case built(Value)
  }

  private var state: State
  /// The tasks that wait while another task builds the value.
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Makes a lazy value from a closure that builds it.
  ///
  /// - Parameter build: Called at the first use, and again after an error.
  public init(_ build: @escaping () async throws(Failure) -> Value) {
    state = .idle(build)
  }

  private init(_ state: State) {
    self.state = state
  }

  /// Makes a lazy value from an existing value.
  ///
  /// - Parameter value: The value.
  /// - Returns: A lazy value that is already built.
  public static func built(_ value: Value) -> AsyncThrowingLazy<Value, Failure> {
    AsyncThrowingLazy(.built(value))
  }

  /// The value, built at the first use.
  ///
  /// A build closure that asks for its own value waits forever. The plugin refuses resolvers with such loops.
  public nonisolated(nonsending) var value: Value {
    get async throws(Failure) {
      while true {
        switch state {
        case .built(let value):
          return value
        case .building:
          await withCheckedContinuation { waiting.append($0) }
        case .idle(let build):
          return try await finish(build)
        }
      }
    }
  }

  /// A member of the value.
  ///
  /// - Parameter member: The member, as in `cover.width`.
  public nonisolated(nonsending) subscript<Member>(dynamicMember member: KeyPath<Value, Member>) -> Member {
    get async throws(Failure) { try await value[keyPath: member] }
  }

  private nonisolated(nonsending) func finish(_ build: @escaping () async throws(Failure) -> Value)
    async throws(Failure) -> Value
  {
    state = .building
    defer { wakeAll() }
    do {
      let value = try await build()
      state = .built(value)
      return value
    } catch {
      state = .idle(build)
      throw error
    }
  }

  private func wakeAll() {
    let woken = waiting
    waiting = []
    for continuation in woken { continuation.resume() }
  }
}
