/// The result of one resolve: every step returns one.
///
/// One word: all cases except the last are addresses that no object has.
@usableFromInline
package enum Outcome {
  /// The factory made a new instance.
  case built
  /// The instance belongs to the running cycle, or to a joined one.
  case reusedFromCycle
  /// The instance is shared in container scope, or for the value of the arguments.
  case reusedFromContainer
  /// The instance is shared in weak scope.
  case reusedWeakly
  /// The storage of a custom scope had the instance.
  case reusedFromStorage
  /// Nothing is registered for the key. Nothing was written.
  case missing
  /// There is no instance, for this reason. Nothing was written.
  case failed(ResolutionError)

  /// Whether there is an instance.
  @usableFromInline
  package var isSuccess: Bool {
    @inline(__always) get {
      switch self {
      case .built, .reusedFromCycle, .reusedFromContainer, .reusedWeakly, .reusedFromStorage: true
      case .missing, .failed: false
      }
    }
  }
}

extension Outcome {
  /// The reason why there is no service; `nil` if there is one.
  @inline(__always)
  consuming func failure() -> ResolutionError? {
    switch consume self {
    case .built, .reusedFromCycle, .reusedFromContainer, .reusedWeakly, .reusedFromStorage: nil
    case .missing: .nothingFound
    case .failed(let error): error
    }
  }
}

extension ResolutionError {
  /// A placeholder if nothing was found: `Resolver.reason`, which knows the key, finds the reason.
  static let nothingFound = ResolutionError(.notRegistered, key: ServiceKey((any Resolver).self))
}
