/// A state that the lock of a registry guards.
///
/// To read it takes the contents of the registry, and to change it the contents of a writer. Both are at hand within the lock alone. The classes that
/// have such a state forward these calls one by one: with a protocol for that, the compiler wants each call marked, as their property is.
struct Held<State: ~Copyable>: ~Copyable {
  private var state: State
  /// The number of the registry.
  private let owner: Int

  init(_ state: consuming State, in owner: Registry) {
    self.state = state
    self.owner = owner.number
  }

  /// Reads the state within the lock of the owner.
  @inline(__always)
  func read<Result>(_ contents: borrowing Registry.Contents, _ body: (borrowing State) -> Result) -> Result {
    assert(contents.number == owner, "The lock of another registry guards this object")
    return body(state)
  }
  /// Changes the state within the lock of the owner.
  @inline(__always)
  mutating func change<Result>(
    _ contents: inout Registry.Contents, _ body: (inout State) -> Result
  ) -> Result {
    assert(contents.number == owner, "The lock of another registry guards this object")
    return body(&state)
  }
}
