import Facet

extension Container {
  /// Finds the problems of the registrations in this container and its parents.
  ///
  /// ```swift
  /// @Test func wiring() throws {
  ///   try container.verify { $0.arguments(for: Animal.self, "Hachi") }.check()
  /// }
  /// ```
  ///
  /// ``VerificationReport/check()`` also fails for services that could not be checked, unless you skip them. To check services that must be
  /// awaited or belong to another actor, use ``verifyAsync(isolation:_:)``.
  ///
  /// The needs of initializers and forwards are checked without running a factory. An initializer runs only if a factory resolves
  /// it, or if a forward to a protocol must be tried. Closures run in a copy of the container and its parents, with new instances.
  /// Each closure runs once for equal arguments. A closure that takes arguments runs only if another factory resolves it, or if
  /// you give sample arguments. A parent's factory runs again if both the parent and the child build the service, because each
  /// has its own services. If a factory captured this container, its resolves use the copy.
  /// All other effects of a factory are real. If a service opens files or connections, give a replacement or skip the service.
  ///
  /// A verification cannot survive a factory that stops the program. If `r.resolve(Tea.self)!` finds nothing, the test process
  /// ends, and standard error has the reason. The same holds for `r.resolve()`. `try r.require(Tea.self)`, initializers and injected
  /// properties are reported instead. A failed `resolve` that gives `nil` goes to the failure handler of the container, as always, unless it is accepted.
  ///
  /// - Threads: runs the factories on the calling thread. Other threads may use the container at the same time.
  /// - Parameter options: sets arguments, replacements, skipped services and accepted problems.
  /// - Returns: the problems, and the services that were not checked.
  /// - Complexity: O(*n*) resolves in the number of registrations.
  public func verify(
    _ options: (inout VerificationOptions) -> Void = { _ in }
  ) -> VerificationReport {
    var chosen = VerificationOptions()
    options(&chosen)
    return VerificationRun(of: self, chosen, isAwaiting: false).run()
  }

  /// Finds the problems, and also runs factories that must be awaited or belong to actors.
  ///
  /// ```swift
  /// @Test func wiring() async throws {
  ///   try await container.verifyAsync().check()
  /// }
  /// ```
  ///
  /// It also checks the services that ``verify(_:)`` cannot build at the place of the call. Shared services that must be awaited are
  /// built first, so that factories that need them run to their end. Without a start, such a need is a problem all the same. Factories without
  /// an actor run on the actor of the caller. So if a factory needs a main-actor service without an `await`, verify it on the main actor.
  ///
  /// - Parameters:
  ///   - isolation: the actor of the caller.
  ///   - options: sets arguments, replacements, skipped services and accepted problems.
  /// - Returns: the problems, and the services that were not checked.
  public func verifyAsync(
    isolation: isolated (any Actor)? = #isolation,
    _ options: (inout VerificationOptions) -> Void = { _ in }
  ) async -> VerificationReport {
    var chosen = VerificationOptions()
    options(&chosen)
    return await VerificationRun(of: self, chosen, isAwaiting: true).runAsync(isolation: isolation)
  }
}
