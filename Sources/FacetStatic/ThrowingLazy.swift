/// A value that is built once, at its first use, and may fail.
///
/// The caller gets the error. The error is not kept: the next use tries again. A lazy belongs to the actor or task that
/// made it. It is not `Sendable`, so the compiler keeps it there.
@dynamicMemberLookup
public final class ThrowingLazy<Value, Failure: Error> {
  private enum State {
    case idle(() throws(Failure) -> Value)
    case building
    case built(Value)
  }

  private var state: State

  /// Makes a lazy value from a closure that builds it.
  ///
  /// - Parameter build: Called at the first use, and again after an error.
  public init(_ build: @escaping () throws(Failure) -> Value) {
    state = .idle(build)
  }

  private init(_ state: State) {
    self.state = state
  }

  /// Makes a lazy value from an existing value.
  ///
  /// - Parameter value: The value.
  /// - Returns: A lazy value that is already built.
  public static func built(_ value: Value) -> ThrowingLazy<Value, Failure> { ThrowingLazy(.built(value)) }

  /// The value, built at the first use.
  ///
  /// - Precondition: The build closure does not ask for this value.
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
