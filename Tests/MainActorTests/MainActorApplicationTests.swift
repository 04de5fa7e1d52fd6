import Facet
import FacetTestSupport
import Testing

/// An application whose module is isolated to the main actor is wired as it stands.
@Suite(.timeLimit(.minutes(20))) struct MainActorApplicationTests {
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

  @Test func `functions and initializers as factories`() {
    let container = Container()
    container.autoregister(File.self, initializer: File.init)
    container.register(Folder.self, factory: makeFolder)
    container.register(name: "maker", factory: Folder.init)
    #expect(container.resolve(File.self)?.folder.file != nil)
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
    let overriding = container.overriding { overriding in
      overriding.register(Router.self, name: "a") { _ in
        let router = AppRouter()
        router.shown = ["overriding"]
        return router
      }
    }
    #expect(overriding.resolve(Router.self, name: "a")?.shown == ["overriding"])
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
