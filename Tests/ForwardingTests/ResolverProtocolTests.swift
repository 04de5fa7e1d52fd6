import Facet
import Testing

private protocol XYZFetching: AnyObject {}
private protocol XYZUpdating: AnyObject {}
private final class XYZCombinedService: XYZFetching, XYZUpdating {}
private struct Both {
  let fetching: any XYZFetching
  let updating: any XYZUpdating
}

/// The samples of protocols in the inferred dialect, on a main container of the test's own.
@Suite(.timeLimit(.minutes(20))) struct ResolverProtocolTests {
  private let main = Container()

  /// What two cycles share that resolve both protocols each.
  private func expectShared(
    inCycle: Bool, beyond: Bool, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    main.register { r in Both(fetching: r.resolve(), updating: r.resolve()) }
    let (first, second) = try Container.withMain(main) {
      (try main.require(Both.self), try main.require(Both.self))
    }
    #expect((first.fetching === first.updating) == inCycle, sourceLocation: sourceLocation)
    #expect((first.fetching === second.fetching) == beyond, sourceLocation: sourceLocation)
  }

  @Test func `protocols that are registered by what factories return have instances of their own`() throws {
    main.register { XYZCombinedService() as XYZFetching }
    main.register { XYZCombinedService() as XYZUpdating }
    #expect(main.resolve(XYZFetching.self) is XYZCombinedService)
    #expect(!main.hasAnyRegistration(of: XYZCombinedService.self))
    try expectShared(inCycle: false, beyond: false)
  }

  @Test func `protocols share the instance of a cycle, and in shared scope that of all`() throws {
    main.register { Container.resolve() as XYZCombinedService as XYZFetching }
    main.register { Container.resolve() as XYZCombinedService as XYZUpdating }
    main.register { XYZCombinedService() }
    try expectShared(inCycle: true, beyond: false)
    main.register { XYZCombinedService() }
      .scope(.shared)
    try expectShared(inCycle: true, beyond: true)
  }

  @Test func `implements registers all three keys with one factory, and shares as its scope says`() throws {
    let entry = main.register { XYZCombinedService() }
      .implements(XYZFetching.self)
      .implements(XYZUpdating.self)
    #expect(main.resolve(XYZCombinedService.self) != nil)
    try expectShared(inCycle: true, beyond: false)
    entry.scope(.shared)
    try expectShared(inCycle: true, beyond: true)
  }
}
