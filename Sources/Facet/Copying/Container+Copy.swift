extension Container {
  /// Makes a container with the same registrations, but with its own instances.
  ///
  /// The copy has the same factories, arguments, scopes, completions, forwards, decorators, disposers and default scope. No instance is
  /// shared, and nothing is built. Later registrations, changes and removals in one of the two do not reach the other.
  ///
  /// ```swift
  /// let copy = container.copy()
  /// copy.resolve(Store.self) !== container.resolve(Store.self)      // true: each has its own
  /// ```
  ///
  /// The copy has the failure handler and the behaviors of the original. Behaviors are not called for the copied registrations, only for later
  /// ones.
  ///
  /// Without `includingParents` the copy is another child of the same parent, and shares the parent's instances. A factory that captured a
  /// container still asks that container instead of the copy: let factories use the resolver that they receive.
  ///
  /// The copy of a closed container is closed.
  ///
  /// - Threads: a registration that another thread makes at the same time is copied completely or not at all.
  /// - Lifetime: the copy holds its parent, copied or not. The copy and the original do not hold each other. Children of the original stay
  ///   where they are.
  /// - Parameter includingParents: whether the parents are copied too.
  /// - Returns: the copy.
  /// - Complexity: O(1) after another copy, if no registration has changed since; else O(*n*) in the number of registrations. A registration is
  ///   copied when it is first asked for.
  public func copy(includingParents: Bool = false) -> Container {
    var copier = Copier()
    return copier.copy(self, includingParents: includingParents)
  }
}
