extension ResolutionError {
  /// What few errors have.
  package struct Extras: Sendable {
    var closing: CodeLocation?
    var underlyingError: (any Error)?
    var initializer: Initializer?
    var isolation: Isolation?
    var isAwaited = false
    /// What the party that waits builds.
    var waiting: [PathStep]?
    /// How many wait.
    var waiters = 0
    var refused = Refused.resolve
    var incomparable: [Any.Type] = []
    /// How many services with actions for their end were released with a container that nobody had closed, and whether that was a child.
    var unended: (count: Int, isOfChild: Bool)?
    /// Whether an action of a close asked.
    var isEnding = false
    /// Whether a storage asks for what it stores.
    var isOfStorage = false
    /// The `Lazy` or `Provider` that was used while its service is being built.
    var wrapper: Any.Type?
    /// Where the property is declared that failed.
    var property: CodeLocation?
  }
  /// What a closed container refuses.
  package enum Refused {
    case resolve, registration
    /// What concerns the container as a whole, as a start does; the key is that of the container.
    case whole
  }
}
