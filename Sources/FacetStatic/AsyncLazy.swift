/// A value that is built asynchronously, once, at its first use, and cannot fail.
///
/// ```swift
/// func player(cover: AsyncLazy<Key.Cover>) -> Key.MusicPlayer { Player(cover: cover) }
///
/// await cover.value
/// await cover.width
/// ```
///
/// Several tasks of one actor may ask at the same time: the first task builds, and the others wait. See ``Lazy`` for the use in
/// resolver functions.
@dynamicMemberLookup
public final class AsyncLazy<Value> {
  private let storage: AsyncThrowingLazy<Value, any Error>

  /// Makes a lazy value from a closure that builds it.
  ///
  /// - Parameter build: Called at the first use.
  public init(_ build: @escaping () async -> Value) {
    storage = AsyncThrowingLazy(build)
  }

  private init(_ storage: AsyncThrowingLazy<Value, any Error>) {
    self.storage = storage
  }

  /// Makes a lazy value from an existing value.
  ///
  /// - Parameter value: The value.
  /// - Returns: A lazy value that is already built.
  public static func built(_ value: Value) -> AsyncLazy<Value> { AsyncLazy(.built(value)) }

  /// The value, built at the first use.
  ///
  /// A build closure that asks for its own value waits forever. The plugin refuses resolvers with such loops.
  public nonisolated(nonsending) var value: Value {
    get async {
      do {
        return try await storage.value
      } catch {
        fatalError("\(Self.self) is built by something that cannot throw, yet it threw \(error).")
      }
    }
  }

  /// A member of the value.
  ///
  /// - Parameter member: The member, as in `cover.width`.
  public nonisolated(nonsending) subscript<Member>(dynamicMember member: KeyPath<Value, Member>) -> Member {
    get async { await value[keyPath: member] }
  }
}
