/// A value that is built once, at its first use, and cannot fail.
///
/// A resolver function takes `Lazy<Key.Lyrics>` instead of `Key.Lyrics` to build the lyrics at their first use:
///
/// ```swift
/// func player(lyrics: Lazy<Key.Lyrics>) -> Key.MusicPlayer { Player(lyrics: lyrics) }
///
/// lyrics.value        // built here
/// lyrics.title        // members of the value are members of the lazy
/// ```
///
/// If building the key may throw or suspend, the parameter is a ``ThrowingLazy``, an ``AsyncLazy`` or an
/// ``AsyncThrowingLazy``; the plugin tells you which. In a file that also imports `Facet`, write `FacetStatic.Lazy`. A lazy belongs to
/// the actor or task that made it. It is not `Sendable`, so the compiler keeps it there.
@dynamicMemberLookup
// A separate class, not `ThrowingLazy<Value, Never>`: Swift 6.3.1 crashes when code reads a getter with a generic error
// for `Never`.
public final class Lazy<Value> {
  private enum State {
    case idle(() -> Value)
    case building
    case built(Value)
  }

  private var state: State

  /// Makes a lazy value from a closure that builds it.
  ///
  /// - Parameter build: Called at the first use.
  public init(_ build: @escaping () -> Value) {
    state = .idle(build)
  }

  private init(_ state: State) {
    self.state = state
  }

  /// Makes a lazy value from an existing value.
  ///
  /// - Parameter value: The value.
  /// - Returns: A lazy value that is already built.
  public static func built(_ value: Value) -> Lazy<Value> { Lazy(.built(value)) }

  /// The value, built at the first use.
  ///
  /// - Precondition: The build closure does not ask for this value.
  public var value: Value {
    switch state {
    case .built(let value):
      return value
    case .building:
      fatalError("The value of \(Self.self) was asked for while it was being built.")
    case .idle(let build):
      state = .building
      let value = build()
      state = .built(value)
      return value
    }
  }

  /// A member of the value.
  ///
  /// - Parameter member: The member, as in `lyrics.title`.
  public subscript<Member>(dynamicMember member: KeyPath<Value, Member>) -> Member {
    value[keyPath: member]
  }

  /// A member of the value that can be changed, if the value is an object.
  ///
  /// - Parameter member: The member, as in `lyrics.title = "Refrain"`.
  public subscript<Member>(dynamicMember member: ReferenceWritableKeyPath<Value, Member>) -> Member {
    get { value[keyPath: member] }
    set { value[keyPath: member] = newValue }
  }
}
