/// An object whose state the lock of a registry guards.
///
/// To read the state takes the contents of the registry, and to change it the contents of a writer. Both are at hand within the lock alone.
protocol Owned: AnyObject {
  associatedtype State
  var owner: Registry { get }
  var held: Held<State> { get set }
}

/// A state that its file alone can reach without the lock.
struct Held<State> {
  private var state: State

  init(_ state: State) { self.state = state }

  @inline(__always)
  fileprivate func read<Result>(_ body: (borrowing State) -> Result) -> Result { body(state) }
  @inline(__always)
  fileprivate mutating func change<Result>(_ body: (inout State) -> Result) -> Result { body(&state) }
}

extension Owned {
  /// Reads the state within the lock of the owner.
  @inline(__always)
  func read<Result>(_ contents: borrowing Registry.Contents, _ body: (borrowing State) -> Result) -> Result {
    assert(contents.number == owner.number, "The lock of another registry guards this object")
    return held.read(body)
  }
  /// Changes the state within the lock of the owner.
  @inline(__always)
  func change<Result>(_ contents: inout Registry.Contents, _ body: (inout State) -> Result) -> Result {
    assert(contents.number == owner.number, "The lock of another registry guards this object")
    return held.change(body)
  }
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
