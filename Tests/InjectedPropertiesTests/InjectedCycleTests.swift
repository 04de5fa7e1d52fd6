import Facet
import FacetTestSupport
import Testing

private protocol XYZFetching: AnyObject {}
private protocol XYZUpdating: AnyObject {}
private final class XYZCombinedService: XYZFetching, XYZUpdating {}
private final class XYZSessionService: Sendable {}
private final class XYZService {
  @Injected var session: XYZSessionService
}
private final class XYZViewModel {
  @Injected var fetcher: any XYZFetching
  @Injected var updater: any XYZUpdating
  @Injected var service: XYZService
  @LazyInjected var later: XYZCombinedService
  @OptionalInjected var missing: Int?
  var isShared: Bool { fetcher as? XYZCombinedService === updater as? XYZCombinedService }
}
private class MyViewController {
  @Injected var xyz: XYZViewModel
}

/// Objects with injected properties in the cycle that builds them: the samples of protocols and of the cycle.
@Suite(.timeLimit(.minutes(20))) struct InjectedCycleTests {
  private let main = Container()

  private func controller() -> MyViewController { Container.withMain(main) { MyViewController() } }

  /// Everything of the samples but the combined service and its protocols.
  private func registerRest() {
    main.register { XYZViewModel() }
    main.register { XYZService() }
    main.register { XYZSessionService() }
  }

  @Test func `the sample of the cycle, with properties`() {
    registerRest()
    main.register { Container.resolve() as XYZCombinedService as XYZFetching }
    main.register { Container.resolve() as XYZCombinedService as XYZUpdating }
    main.register { XYZCombinedService() }
    let (first, second) = Container.withMain(main) { (controller().xyz, controller().xyz) }
    #expect(first.isShared && first.later === first.fetcher as? XYZCombinedService)
    #expect(first.fetcher !== second.fetcher && first.service.session !== second.service.session)
    #expect(first.missing == nil)
  }

  @Test func `properties ask the container whose factory builds the object`() throws {
    registerRest()
    main.register { XYZCombinedService() }.implements(XYZFetching.self, XYZUpdating.self)
    // Nothing of the real main container is used.
    let model = try main.require(XYZViewModel.self)
    #expect(model.isShared)
    #expect(model.later === model.fetcher as? XYZCombinedService)
  }

  @Test func `properties find what a child overrides, unless the parent keeps their object`() throws {
    registerRest()
    let child = Container(parent: main)
    let session = XYZSessionService()
    child.register { session }
    #expect(try child.require(XYZService.self).session === session)
    #expect(try main.require(XYZService.self).session !== session)
    main.register { XYZService() }.inObjectScope(.container)
    #expect(try child.require(XYZService.self).session !== session)
  }

  @Test func `properties ask the innermost container that builds`() throws {
    let other = Container()
    let session = XYZSessionService()
    other.register { session }
    other.register { XYZService() }
    registerRest()
    main.register([XYZService].self) { r in [XYZService(), try other.require(), XYZService()] }
    let services = try main.require([XYZService].self)
    #expect(services.map { $0.session === session } == [false, true, false])
    #expect(services[0].session === services[2].session)
  }

  @Test func `properties of what a completion makes ask the same container`() throws {
    final class Holder: @unchecked Sendable {
      var service: XYZService?
    }
    registerRest()
    main.register { Holder() }
      .initCompleted { _, holder in holder.service = XYZService() }
      .initCompleted { r, holder in #expect(holder.service?.session === r.resolve(XYZSessionService.self)) }
    #expect(try main.require(Holder.self).service != nil)
  }

  @Test func `weak and lazy properties close a circle`() throws {
    final class Hen {
      @Injected var egg: Egg
    }
    final class Egg {
      @WeakLazyInjected var hen: Hen?
      @LazyInjected var lazy: Hen
    }
    // The circle is what is tested: facet:ignore
    main.register { Hen() }
    main.register { Egg() }
    let hen = try main.require(Hen.self)
    #expect(hen.egg.hen === hen)
    #expect(hen.egg.lazy === hen)
    hen.egg.$lazy.release()
  }

  @Test func `a property that is written in the object of a block joins its cycle`() throws {
    registerRest()
    let identifiers = Recorder<GraphIdentifier>()
    main.register(Int.self) { r in
      identifiers.add(try r.require(GraphIdentifier.self))
      _ = r.resolve(XYZSessionService.self)
      return 1
    }
    _ = try main.require(Int.self)
    let identifier = try #require(identifiers.all.first)
    let (first, second) = Container.withMain(main) {
      main.withObjectGraph(identifier) { _ in (XYZService(), XYZService()) }
    }
    #expect(first.session === second.session)
  }
}
