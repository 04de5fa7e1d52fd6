import Facet

/// The container of one test: a copy of another container, with the overrides of the test.
extension Container {
  /// Makes the overriding copy where the caller runs.
  func overriding(
    _ allowsProduction: Bool, for test: IsolatedTest, _ overrides: (Container) throws -> Void
  ) rethrows -> Container {
    let copy = OverridingCopy(of: self)
    try Container.withMain(copy.container) { try overrides(copy.container) }
    return finish(copy, allowsProduction, for: test)
  }

  /// Makes the overriding copy with overrides that may belong to an actor.
  func overriding(
    _ allowsProduction: Bool, for test: IsolatedTest,
    isolated overrides: @isolated(any) @Sendable (Container) throws -> Void
  ) async throws -> Container {
    let copy = OverridingCopy(of: self)
    try await Container.withMain(copy.container) { try await overrides(copy.container) }
    return finish(copy, allowsProduction, for: test)
  }

  /// A container that reports builds that the test forbids, and overrides that replace nothing.
  private func finish(_ copy: OverridingCopy, _ allowsProduction: Bool, for test: IsolatedTest) -> Container {
    let needless = NeedlessOverrides(of: copy, over: self)
    let settled = copy.settled()
    let container =
      allowsProduction
      ? settled : settled.reportingProduction(allowing: test.allowingProduction) { test.note($0) }
    test.watch(needless, in: container)
    return container
  }
}
