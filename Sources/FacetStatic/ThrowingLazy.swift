/// Something that is built at its first use, once, and whose building may throw.
///
/// An error is thrown on to whoever asked and is not kept: the next use tries again. A lazy belongs to the actor or
/// task that it was made in; it is not `Sendable`, and the compiler keeps it there.
@dynamicMemberLookup
public final class ThrowingLazy<Value, Failure: Error> {
  private enum State {
    case idle(() throws(Failure) -> Value)
    case building
    case built(Value)
  }

  private var state: State

  /// Makes a lazy of the way to build its value.
  ///
  /// - Parameter build: Called at the first use, and again after it has thrown.
  public init(_ build: @escaping () throws(Failure) -> Value) {
    state = .idle(build)
  }

  private init(_ state: State) {
    self.state = state
  }

  /// Makes a lazy of a value that is there already.
  ///
  /// - Parameter value: What the lazy stands for.
  /// - Returns: A lazy that has nothing left to build.
  public static func built(_ value: Value) -> ThrowingLazy<Value, Failure> { ThrowingLazy(.built(value)) }

  /// The value, built if it has not been.
  ///
  /// - Precondition: The building does not ask for the value that it is to build.
  public var value: Value {
    get throws(Failure) {
      switch state {
      case .built(let value):
        return value
      case .building:
        fatalError("The value of \(Self.self) was asked for while it was being built.")
      case .idle(let build):
        state = .building
        do {
          let value = try build()
          state = .built(value)
          return value
        } catch {
          state = .idle(build)
          throw error
        }
      }
    }
  }

  /// A member of the value.
  ///
  /// - Parameter member: The member, as in `lyrics.title`.
  public subscript<Member>(dynamicMember member: KeyPath<Value, Member>) -> Member {
    get throws(Failure) { try value[keyPath: member] }
  }
}
