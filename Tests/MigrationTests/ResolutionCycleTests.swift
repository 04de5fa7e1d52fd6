import Facet
import FacetTestSupport
import Testing

private protocol XYZFetching: AnyObject {}
private protocol XYZUpdating: AnyObject {}
private final class XYZCombinedService: XYZFetching, XYZUpdating {
  init() { Steps.note("XYZCombinedService is made") }
}
private final class XYZSessionService {
  init() { Steps.note("XYZSessionService is made") }
}
private final class XYZService {
  let session: XYZSessionService
  init(session: XYZSessionService) {
    self.session = session
    Steps.note("XYZService is made")
  }
}
private final class XYZViewModel {
  let fetcher: any XYZFetching
  let updater: any XYZUpdating
  let service: XYZService
  init(fetcher: any XYZFetching, updater: any XYZUpdating, service: XYZService) {
    self.fetcher = fetcher
    self.updater = updater
    self.service = service
    Steps.note("XYZViewModel is made")
  }
}

/// What happens in one test.
private enum Steps {
  @TaskLocal static var recorder: Recorder<String>?
  static func note(_ step: String) { recorder?.add(step) }
}

extension Container: AutoRegistering {

  /// Registers the services of the cycle.
  public static func registerAllServices() {
    MainRegistration.begin()

    // Register instance with injected parameters
    main.register { XYZViewModel(fetcher: resolve(), updater: resolve(), service: resolve()) }

    // Register protocols XYZFetching and XYZUpdating
    main.register { resolve() as XYZCombinedService as XYZFetching }
    main.register { resolve() as XYZCombinedService as XYZUpdating }

    // Register the dependent service needed by the above protocols
    main.register { XYZCombinedService() }

    // Register XYZService
    main.register { XYZService(session: resolve()) }

    // Register the dependent service needed by XYZService
    main.register { XYZSessionService() }

  }
}

private class MyViewController {
  let xyz: XYZViewModel = Container.resolve()
}

/// The resolution cycle: its registration code to the letter, and its fifteen steps.
@Suite(.timeLimit(.minutes(20))) struct ResolutionCycleTests {
  @Test func `the main container registers its services, and shares the instance of a cycle`() {
    let (first, second) = (MyViewController().xyz, MyViewController().xyz)
    #expect(first.fetcher as? XYZCombinedService === first.updater as? XYZCombinedService)
    #expect(first.fetcher is XYZCombinedService)
    #expect(first.fetcher !== second.fetcher)
    #expect(first !== second)
    #expect(MainRegistration.count.value >= 1)
  }

  @Test func `services are made in the order of the cycle`() {
    let recorder = Recorder<String>()
    Container.withMain(Container()) {
      Container.registerAllServices()
      Steps.$recorder.withValue(recorder) { _ = MyViewController() }
    }
    #expect(
      recorder.all == [
        "XYZCombinedService is made", "XYZSessionService is made", "XYZService is made",
        "XYZViewModel is made",
      ])
  }

  @Test func `the fifteen steps of a resolution cycle`() throws {
    let container = Container()
    let steps = Recorder<String>()
    container.register(XYZViewModel.self) { r in
      steps.add("XYZViewModel is found, and its factory called")
      steps.add("XYZViewModel needs a fetcher, an updater and a service")
      let fetcher: any XYZFetching = r.resolve()
      let updater: any XYZUpdating = r.resolve()
      let service: XYZService = r.resolve()
      let isShared = fetcher as? XYZCombinedService === updater as? XYZCombinedService
      steps.add("XYZViewModel has all three, of which two are the same: \(isShared)")
      return XYZViewModel(fetcher: fetcher, updater: updater, service: service)
    }.initCompleted { _, _ in steps.add("XYZViewModel is made") }
    container.register(XYZFetching.self) { r in
      steps.add("XYZFetching is found, and asks for XYZCombinedService")
      return r.resolve(XYZCombinedService.self)!
    }.initCompleted { _, _ in steps.add("XYZFetching is made") }
    container.register(XYZUpdating.self) { r in
      steps.add("XYZUpdating is found, and asks for XYZCombinedService")
      let combined = r.resolve(XYZCombinedService.self)!
      steps.add("XYZCombinedService is found in the graph")
      return combined
    }.initCompleted { _, _ in steps.add("XYZUpdating is made") }
    container.register(XYZCombinedService.self) { _ in
      steps.add("XYZCombinedService is found, and made")
      return XYZCombinedService()
    }
    container.register(XYZService.self) { r in
      steps.add("XYZService is found, and asks for XYZSessionService")
      return XYZService(session: r.resolve())
    }.initCompleted { _, _ in steps.add("XYZService is made") }
    container.register(XYZSessionService.self) { _ in
      steps.add("XYZSessionService is found, and made")
      return XYZSessionService()
    }
    steps.add("the type of the view model is inferred")
    let model: XYZViewModel = container.resolve()
    steps.add("and the view controller gets it: \(model.fetcher is XYZCombinedService)")
    #expect(
      steps.all == [
        "the type of the view model is inferred",
        "XYZViewModel is found, and its factory called",
        "XYZViewModel needs a fetcher, an updater and a service",
        "XYZFetching is found, and asks for XYZCombinedService",
        "XYZCombinedService is found, and made",
        "XYZFetching is made",
        "XYZUpdating is found, and asks for XYZCombinedService",
        "XYZCombinedService is found in the graph",
        "XYZUpdating is made",
        "XYZService is found, and asks for XYZSessionService",
        "XYZSessionService is found, and made",
        "XYZService is made",
        "XYZViewModel has all three, of which two are the same: true",
        "XYZViewModel is made",
        "and the view controller gets it: true",
      ])
  }
}
