import Facet
import FacetTestSupport
import Testing

/// An application whose module is isolated to the main actor is wired as it stands.
@Suite(.timeLimit(.minutes(20))) struct ApplicationTests {
  let screens = ScreenAssembly()
  let assembler: Assembler
  var resolver: any Resolver { assembler.resolver }

  init() {
    assembler = Assembler([ServiceAssembly(address: "shop", cachesAPI: true), screens])
  }

  @Test func `assemblies have stored properties, and are loaded`() {
    #expect(screens.loadedList?.api.load() == ["shop/tea", "shop/milk", "cached"])
    #expect(resolver.resolve(Coordinator.self) != nil)
    #expect(screens.madeCoordinators == 1)
  }

  @Test func `a coordinator resolves models, and is their weak delegate`() throws {
    let coordinator = try resolver.require(Coordinator.self)
    let list = try #require(coordinator.start())
    list.load()
    list.select(1)
    list.select(0)
    #expect(coordinator.details.map(\.number) == [0, 1])
    #expect(resolver.resolve(Router.self)?.shown == ["shop/milk", "shop/tea"])
  }

  @Test func `completions set properties and close circles`() {
    let detail: DetailModel = resolver.resolve(argument: 4)
    #expect(detail.list?.api.load().count == 3)
    let folder = resolver.resolve(Folder.self)
    #expect(folder?.file?.folder === folder)
  }

  @Test func `lazy services and providers`() {
    let lazy: Lazy<ListModel> = resolver.resolve()
    lazy.instance.load()
    #expect(lazy.instance.items.count == 3)
    let provider = resolver.resolve(Provider<DetailModel, Int>.self)
    #expect(provider?(3).number == 3)
    #expect(provider?(4).list != nil)
  }

  @Test func `injected properties`() {
    let container = Container()
    container.register { RemoteAPI(address: "main") as any API }
    container.register { r, number in DetailModel(number: number, api: r.resolve()) }
    container.register { Clock() }
    container.register { AppRouter() }.implements(Router.self).inObjectScope(.container)
    let page = Container.withMain(container) { Page() }
    #expect(page.api.load() == ["main/tea", "main/milk"])
    #expect(page.detail.number == 3)
    #expect(page.clock.hour == 9)
    #expect(page.router === container.resolve(Router.self))
    #expect(page.missing == nil)
  }

  @Test func `the main container`() {
    Container.withMain(Container()) {
      Container.register { AppRouter() }.implements(Router.self)
      Container.register(DetailModel.self) { _, number in
        DetailModel(number: number, api: RemoteAPI(address: "static"))
      }
      Container.main.register { Folder() }.resolveProperties { _, folder in folder.file = File(folder: folder)
      }
      let router: any Router = Container.resolve()
      router.shown = ["main"]
      let detail: DetailModel = Container.resolve(arguments: 2)
      #expect(detail.number == 2)
      #expect(Container.resolve(Folder.self)?.file != nil)
    }
  }

  @Test func `scopes, and one of the application's own`() {
    let container = Container()
    container.register { AppRouter() }.inObjectScope(.session)
    let router = container.resolve(AppRouter.self)
    #expect(container.resolve(AppRouter.self) === router)
    container.resetObjectScope(.session)
    #expect(container.resolve(AppRouter.self) !== router)
    container.register { Folder() }.scope(.shared)
    let folder = container.resolve(Folder.self)
    #expect(container.resolve(Folder.self) === folder)
  }

  @Test func `initializers`() {
    let container = Container()
    container.autoregister(Folder.self, initializer: Folder.init)
    container.autoregister(File.self, initializer: File.init)
    container.register(API.self) { _ in RemoteAPI(address: "wired") }
    container.autoregister(DetailModel.self, argument: Int.self, initializer: DetailModel.init)
    container.register(Folder.self, name: "function", factory: makeFolder)
    container.register(name: "maker", factory: Folder.init)
    #expect(container.resolve(File.self) != nil)
    #expect(container.resolve(DetailModel.self, argument: 5)?.number == 5)
    #expect(container.resolve(Folder.self, name: "function")?.file != nil)
    #expect(container.resolve(Folder.self, name: "maker") != nil)
  }

  private func makeFolder(_ r: any Resolver) -> Folder {
    let folder = Folder()
    folder.file = File(folder: folder)
    return folder
  }

  @Test func `lists, children, overrides and checked forwards`() {
    let container = Container()
    container.register(Router.self, name: "a") { _ in AppRouter() }
    container.register(AppRouter.self, name: "b") { _ in AppRouter() }.implements(Router.self, name: "b") {
      $0
    }
    container.resolveAll((any Router).self).forEach { $0.shown.append("listed") }
    #expect(container.resolveAll((any Router).self).count == 2)
    let child = Container(parent: container) { child in
      child.register(Folder.self) { _ in Folder() }
    }
    #expect(child.resolve(Folder.self) != nil)
    let layer = container.overriding { layer in
      layer.register(Router.self, name: "a") { _ in
        let router = AppRouter()
        router.shown = ["layer"]
        return router
      }
    }
    #expect(layer.resolve(Router.self, name: "a")?.shown == ["layer"])
    #expect(container.resolve(Router.self, name: "a")?.shown == [])
  }

  @Test(arguments: [false, true])
  func `the end of a container`(isAwaited: Bool) async throws {
    var closed: [String] = []
    let container = Container()
    let entry = container.register { AppRouter() }.inObjectScope(.container)
      .onClose { router in closed += router.shown }
    if isAwaited {
      entry.onClose { router in
        await Task.yield()
        closed += router.shown
      }
    }
    container.resolve(AppRouter.self)?.shown = ["last"]
    if isAwaited { try await container.closeAsync() } else { try container.close() }
    #expect(closed == (isAwaited ? ["last", "last"] : ["last"]))
  }

  @Test func `behaviors and resolvers of the application's own`() {
    let types = Names()
    let container = Container(behaviors: [RegistrationLog { types.add($0) }])
    container.register(AppRouter.self) { _ in AppRouter() }
    #expect(types.all == ["AppRouter"])
    #expect(container.resolve(AppRouter.self) != nil)
    #expect(PreviewResolver().resolve(String.self) == "preview")
  }

  @Test func `handlers of failures, and instances that exist`() {
    let container = Container()
    var failures = 0
    container.failureHandler = { _ in MainActor.assumeIsolated { failures += 1 } }
    let folder = Folder()
    container.register(Folder.self) { _ in folder }
    container.register(ScreenAssembly.self) { _ in screens }
    #expect(container.resolve(Folder.self) === folder)
    #expect(container.resolve(ScreenAssembly.self) === screens)
    #expect(container.resolve(File.self) == nil)
    #expect(failures == 1)
  }
}

/// Names that any thread may add.
nonisolated final class Names: @unchecked Sendable {
  private(set) var all: [String] = []
  func add(_ name: String) { all.append(name) }
}
