extension ResolutionError {
  /// The parts that few errors have.
  package struct Extras: Sendable {
    var closing: CodeLocation?
    var underlyingError: (any Error)?
    var initializer: Initializer?
    var isolation: Isolation?
    var isAwaited = false
    /// The path of the builds of the party that waits.
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
  /// The kinds of calls that a closed container refuses.
  package enum Refused {
    case resolve, registration
    /// A call for the container as a whole, such as a start; the key is that of the container.
    case whole
  }
}
