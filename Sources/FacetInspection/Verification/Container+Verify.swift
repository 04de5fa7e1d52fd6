import Facet

extension Container {
  /// Looks for everything that is wrong with what is registered here and in the parents.
  ///
  /// ```swift
  /// @Test func wiring() throws {
  ///   try container.verify { $0.arguments(for: Animal.self, "Hachi") }.check()
  /// }
  /// ```
  ///
  /// ``VerificationReport/check()`` fails for what could not be checked, unless it is skipped. What must be awaited or belongs to another actor is
  /// checked by ``verifyAsync(isolation:_:)``.
  ///
  /// What initializers and forwards declare is checked without running a factory. An initializer runs only if a factory asks
  /// for it, or if a forward to a protocol must be tried. Factories that are closures run in a
  /// copy of the container and its parents, with instances of their own, each once for equal arguments: one that takes arguments runs only
  /// if another factory asks for it, or if you give some. A factory of a parent runs once more if the parent builds its service as
  /// well as the child, for each has services of its own. A resolve of this container within a factory, as one that
  /// captured the container, asks the copy. What a factory does beyond resolving, it does: give an instance in the place of a service that opens
  /// files or connections, or skip it.
  ///
  /// A factory that stops the program cannot be survived: where `r.resolve(Tea.self)!` is missing, the reason is on standard
  /// error, and the test process ends; so it is with `r.resolve()`. `try r.require(Tea.self)` and initializers are reported
  /// instead.
  ///
  /// - Threads: runs the factories on the calling thread. The container may be used by others meanwhile.
  /// - Parameter options: says what the verification cannot know: arguments, instances, what is left out, what is accepted.
  /// - Returns: the problems, and what was not checked.
  /// - Complexity: O(*n*) resolves in the number of registrations.
  public func verify(
    _ options: (inout VerificationOptions) -> Void = { _ in }
  ) -> VerificationReport {
    var chosen = VerificationOptions()
    options(&chosen)
    return VerificationRun(of: self, chosen, isAwaiting: false).run()
  }

  /// Looks for everything that is wrong, and runs what must be awaited and what belongs to actors as well.
  ///
  /// ```swift
  /// @Test func wiring() async throws {
  ///   try await container.verifyAsync().check()
  /// }
  /// ```
  ///
  /// The same as ``verify(_:)``, which leaves out what cannot be built from where it is called. Shared services that must be awaited are
  /// built first. Factories that belong to no actor run where the verification is called: one that needs a main-actor service without an
  /// `await` is checked only on the main actor.
  ///
  /// - Parameters:
  ///   - isolation: the actor of the caller.
  ///   - options: says what the verification cannot know: arguments, instances, what is left out, what is accepted.
  /// - Returns: the problems, and what was not checked.
  public func verifyAsync(
    isolation: isolated (any Actor)? = #isolation,
    _ options: (inout VerificationOptions) -> Void = { _ in }
  ) async -> VerificationReport {
    var chosen = VerificationOptions()
    options(&chosen)
    return await VerificationRun(of: self, chosen, isAwaiting: true).runAsync(isolation: isolation)
  }
}
