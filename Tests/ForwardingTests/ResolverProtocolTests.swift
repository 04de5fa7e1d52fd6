import Facet
import Testing

private protocol XYZFetching: AnyObject {}
private protocol XYZUpdating: AnyObject {}
private final class XYZCombinedService: XYZFetching, XYZUpdating {}
private final class Both {
  let fetching: any XYZFetching
  let updating: any XYZUpdating
  init(_ fetching: any XYZFetching, _ updating: any XYZUpdating) {
    self.fetching = fetching
    self.updating = updating
  }
  var isShared: Bool { fetching as? XYZCombinedService === updating as? XYZCombinedService }
}

/// The samples of protocols in the inferred dialect, on a main container of the test's own.
@Suite(.timeLimit(.minutes(20))) struct ResolverProtocolTests {
  private let main = Container()

  /// Resolves both protocols in one cycle.
  private func both() throws -> Both {
    main.register { r in Both(r.resolve(), r.resolve()) }
    return try main.require(Both.self)
  }

  @Test func `a protocol is registered by what the factory returns`() {
    main.register { XYZCombinedService() as XYZFetching }
    #expect(main.resolve(XYZFetching.self) is XYZCombinedService)
    #expect(!main.hasAnyRegistration(of: XYZCombinedService.self))
  }

  @Test func `two factories make separate instances`() throws {
    main.register { XYZCombinedService() as XYZFetching }
    main.register { XYZCombinedService() as XYZUpdating }
    #expect(try !both().isShared)
  }

  @Test func `protocols share the instance of a cycle`() throws {
    Container.withMain(main) {
      main.register { Container.resolve() as XYZCombinedService as XYZFetching }
      main.register { Container.resolve() as XYZCombinedService as XYZUpdating }
      main.register { XYZCombinedService() }
    }
    let (first, second) = try Container.withMain(main) { (try both(), try both()) }
    #expect(first.isShared)
    #expect(first.fetching !== second.fetching)
  }

  @Test func `protocols share the instance across cycles in shared scope`() throws {
    main.register { r in r.resolve() as XYZCombinedService as XYZFetching }
    main.register { r in r.resolve() as XYZCombinedService as XYZUpdating }
    main.register { XYZCombinedService() }
      .scope(.shared)
    let (first, second) = (try both(), try both())
    #expect(first.isShared)
    #expect(first.fetching === second.fetching)
  }

  @Test func `implements registers all three keys with one factory`() throws {
    main.register { XYZCombinedService() }
      .implements(XYZFetching.self)
      .implements(XYZUpdating.self)
    let first = try both()
    #expect(first.isShared)
    #expect(try both().fetching !== first.fetching)
    #expect(main.resolve(XYZCombinedService.self) != nil)
  }

  @Test func `implements and shared scope share across cycles`() throws {
    main.register { XYZCombinedService() }
      .implements(XYZFetching.self)
      .implements(XYZUpdating.self)
      .scope(.shared)
    let first = try both()
    #expect(first.isShared)
    #expect(try both().fetching === first.fetching)
  }
}
