/// An object whose state the lock of a registry guards.
///
/// To read the state takes the contents of the registry, and to change it the contents of a writer. Both are at hand within the lock alone.
protocol Owned: AnyObject {
  associatedtype State
  var owner: Registry { get }
  /// Reads the state within the lock of the owner.
  func read<Result>(_ contents: borrowing Registry.Contents, _ body: (borrowing State) -> Result) -> Result
  /// Changes the state within the lock of the owner.
  func change<Result>(_ contents: inout Registry.Contents, _ body: (inout State) -> Result) -> Result
}

/// A state that nobody reaches without the contents of its registry.
struct Held<State> {
  private var state: State
  private let number: Int

  init(_ state: State, in owner: Registry) { (self.state, number) = (state, owner.number) }

  @inline(__always)
  func read<Result>(_ contents: borrowing Registry.Contents, _ body: (borrowing State) -> Result) -> Result {
    assert(contents.number == number, "The lock of another registry guards this object")
    return body(state)
  }
  @inline(__always)
  mutating func change<Result>(
    _ contents: inout Registry.Contents, _ body: (inout State) -> Result
  ) -> Result {
    assert(contents.number == number, "The lock of another registry guards this object")
    return body(&state)
  }
}

extension Owned {
  /// Takes the lock of the owner, and reads the state.
  @inline(__always)
  func withReadLock<Result>(_ body: (borrowing State) -> Result) -> Result {
    owner.contents.withReadLock { contents in read(contents, body) }
  }
  /// Takes the lock of the owner, and changes the state.
  @inline(__always)
  func withLock<Result>(_ body: (inout State) -> Result) -> Result {
    owner.contents.withLock { contents in change(&contents, body) }
  }
}
