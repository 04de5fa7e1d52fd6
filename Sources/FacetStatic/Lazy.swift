/// Something that is built at its first use, once, and cannot fail.
///
/// A resolver function that takes `Lazy<Key.Lyrics>` instead of `Key.Lyrics` gets the lyrics when it first asks for
/// them:
///
/// ```swift
/// func player(lyrics: Lazy<Key.Lyrics>) -> Key.MusicPlayer { Player(lyrics: lyrics) }
///
/// lyrics.value        // built here
/// lyrics.title        // members of the value are members of the lazy
/// ```
///
/// If building the key may throw or suspend, the parameter is a ``ThrowingLazy``, an ``AsyncLazy`` or an
/// ``AsyncThrowingLazy``; the plugin says which. In a file that also imports `Facet`, write `FacetStatic.Lazy`. A lazy belongs to the actor or task that it was made in; it is not
/// `Sendable`, and the compiler keeps it there.
@dynamicMemberLookup
// A class of its own, not `ThrowingLazy<Value, Never>`: Swift 6.3.1 crashes where a getter that throws a generic error is
// read for `Never`.
public final class Lazy<Value> {
  private enum State {
    case idle(() -> Value)
    case building
    case built(Value)
  }

  private var state: State

  /// Makes a lazy of the way to build its value.
  ///
  /// - Parameter build: Called at the first use.
  public init(_ build: @escaping () -> Value) {
    state = .idle(build)
  }

  private init(_ state: State) {
    self.state = state
  }

  /// Makes a lazy of a value that is there already.
  ///
  /// - Parameter value: What the lazy stands for.
  /// - Returns: A lazy that has nothing left to build.
  public static func built(_ value: Value) -> Lazy<Value> { Lazy(.built(value)) }

  /// The value, built if it has not been.
  ///
  /// - Precondition: The building does not ask for the value that it is to build.
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

  /// A member of the value that can be changed, where the value is an object.
  ///
  /// - Parameter member: The member, as in `lyrics.title = "Refrain"`.
  public subscript<Member>(dynamicMember member: ReferenceWritableKeyPath<Value, Member>) -> Member {
    get { value[keyPath: member] }
    set { value[keyPath: member] = newValue }
  }
}
