extension Container {
  /// Makes a container with the same registrations, and instances of its own.
  ///
  /// Factories, arguments, scopes, completions, forwards, decorators, disposers and the default scope are the same; no instance is shared, and
  /// nothing is built. What is registered, changed or removed later in one of the two does not reach the other.
  ///
  /// ```swift
  /// let copy = container.copy()
  /// copy.resolve(Store.self) !== container.resolve(Store.self)      // true: each has its own
  /// ```
  ///
  /// The copy has the failure handler and the behaviors of the original. A behavior is not called for what is copied; it
  /// is called for what is registered with the copy later.
  ///
  /// Without `includingParents` the copy is another child of the same parent, and shares the parent's instances. A factory
  /// that captured a container goes on to ask that one, and not the copy: let factories use the resolver that they receive.
  ///
  /// The copy of a closed container is closed.
  ///
  /// - Threads: what other threads register at the same time is in the copy or not, each registration as a whole.
  /// - Lifetime: the copy holds its parent, copied or not; it does not hold the original, nor does that hold the copy. Children
  ///   of the original stay where they are.
  /// - Parameter includingParents: whether the parents are copied as well.
  /// - Returns: the copy.
  /// - Complexity: O(*n*) in the number of registrations that are copied.
  public func copy(includingParents: Bool = false) -> Container {
    var copier = ContainerCopier()
    copier.isForUse = true
    copier.keepsBehaviors = true
    return copier.copy(self, includingParents: includingParents)
  }
}
