/// Something that is built asynchronously at its first use, once, and cannot fail.
///
/// ```swift
/// func player(cover: AsyncLazy<Key.Cover>) -> Key.MusicPlayer { Player(cover: cover) }
///
/// await cover.value
/// await cover.width
/// ```
///
/// Several tasks of one actor may ask at the same time: the first builds, the others wait for it. See ``Lazy`` for when
/// a resolver function asks for a lazy.
@dynamicMemberLookup
public final class AsyncLazy<Value> {
  private let storage: AsyncThrowingLazy<Value, any Error>

  /// Makes a lazy of the way to build its value.
  ///
  /// - Parameter build: Called at the first use.
  public init(_ build: @escaping () async -> Value) {
    storage = AsyncThrowingLazy(build)
  }

  private init(_ storage: AsyncThrowingLazy<Value, any Error>) {
    self.storage = storage
  }

  /// Makes a lazy of a value that is there already.
  ///
  /// - Parameter value: What the lazy stands for.
  /// - Returns: A lazy that has nothing left to build.
  public static func built(_ value: Value) -> AsyncLazy<Value> { AsyncLazy(.built(value)) }

  /// The value, built if it has not been.
  ///
  /// A building that asks for the value it is to build waits for itself; the plugin refuses resolvers with such loops.
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
