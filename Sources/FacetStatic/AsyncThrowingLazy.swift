/// Something that is built asynchronously at its first use, once, and whose building may throw.
///
/// See ``Lazy`` for when a resolver function asks for one.
///
/// ```swift
/// func player(cover: AsyncThrowingLazy<Key.Cover, any Error>) -> Key.MusicPlayer { Player(cover: cover) }
///
/// try await cover.value
/// try await cover.width
/// ```
///
/// Several tasks of one actor may ask at the same time: the first builds, the others wait for it. An error is thrown to
/// the one that was building and is not kept; the next that waits tries again. If the task that builds is cancelled,
/// what it builds sees that, and the others are not affected by it.
@dynamicMemberLookup
public final class AsyncThrowingLazy<Value, Failure: Error> {
  private enum State {
    case idle(() async throws(Failure) -> Value)
    case building
    case built(Value)
  }

  private var state: State
  /// Those who came while the value was being built.
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Makes a lazy of the way to build its value.
  ///
  /// - Parameter build: Called at the first use, and again after it has thrown.
  public init(_ build: @escaping () async throws(Failure) -> Value) {
    state = .idle(build)
  }

  private init(_ state: State) {
    self.state = state
  }

  /// Makes a lazy of a value that is there already.
  ///
  /// - Parameter value: What the lazy stands for.
  /// - Returns: A lazy that has nothing left to build.
  public static func built(_ value: Value) -> AsyncThrowingLazy<Value, Failure> {
    AsyncThrowingLazy(.built(value))
  }

  /// The value, built if it has not been.
  ///
  /// A building that asks for the value it is to build waits for itself; the plugin refuses resolvers with such loops.
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
