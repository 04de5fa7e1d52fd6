import Facet
import Observation

// An application as it is written in a module that is isolated to the main actor by default: nothing here names an actor.

protocol API { func load() -> [String] }

struct RemoteAPI: API {
  let address: String
  func load() -> [String] { ["\(address)/tea", "\(address)/milk"] }
}

struct CachingAPI: API {
  let inner: any API
  func load() -> [String] { inner.load() + ["cached"] }
}

protocol Router: AnyObject { var shown: [String] { get set } }

final class AppRouter: Router { var shown: [String] = [] }

protocol ListDelegate: AnyObject { func didSelect(_ item: String) }

@Observable final class ListModel {
  let api: any API
  @ObservationIgnored weak var delegate: (any ListDelegate)?
  private(set) var items: [String] = []

  init(api: any API) { self.api = api }

  func load() { items = api.load() }
  func select(_ index: Int) { delegate?.didSelect(items[index]) }
}

final class DetailModel {
  let number: Int
  let api: any API
  var list: ListModel?

  init(number: Int, api: any API) {
    self.number = number
    self.api = api
  }
}

final class Coordinator: ListDelegate {
  private let resolver: any Resolver
  private let router: any Router
  private(set) var details: [DetailModel] = []

  init(resolver: any Resolver, router: any Router) {
    self.resolver = resolver
    self.router = router
  }

  func start() -> ListModel? {
    let list = resolver.resolve(ListModel.self)
    list?.delegate = self
    return list
  }

  func didSelect(_ item: String) {
    router.shown.append(item)
    if let detail = resolver.resolve(DetailModel.self, argument: details.count) { details.append(detail) }
  }
}

/// A circle that is closed by a completion.
final class Folder { var file: File? }

final class File {
  let folder: Folder
  init(folder: Folder) { self.folder = folder }
}

/// What the application says to be of no actor.
nonisolated final class Clock: Sendable { let hour = 9 }

nonisolated struct Configuration: Sendable { let address: String }

struct ServiceAssembly: Assembly {
  let address: String
  var cachesAPI = false

  func assemble(container: Container) {
    container.register(API.self) { _ in RemoteAPI(address: address) }
    if cachesAPI { container.decorate((any API).self) { _, inner in CachingAPI(inner: inner) } }
    container.register(Clock.self) { _ in Clock() }.inObjectScope(.container)
    container.registerNonisolated(Configuration.self) { _ in Configuration(address: "fixed") }
  }
}

final class ScreenAssembly: Assembly {
  private(set) var loadedList: ListModel?
  private(set) var madeCoordinators = 0

  func assemble(container: Container) {
    container.register(ListModel.self) { r in ListModel(api: r.resolve(API.self)!) }
    container.register(DetailModel.self) { r, number in DetailModel(number: number, api: r.resolve()) }
      .initCompleted { r, detail in detail.list = r.resolve(ListModel.self) }
    container.register { AppRouter() }
      .implements(Router.self)
      .inObjectScope(.container)
    container.register(Coordinator.self) { [unowned self] r in
      madeCoordinators += 1
      return Coordinator(resolver: r, router: r.resolve(Router.self)!)
    }
    container.register(Folder.self) { _ in Folder() }
      .initCompleted { r, folder in folder.file = r.resolve(File.self) }
    container.register(File.self) { r in File(folder: r.resolve(Folder.self)!) }
  }

  func loaded(resolver: any Resolver) { loadedList = resolver.resolve(ListModel.self) }
}

struct RegistrationLog: Behavior {
  let add: @Sendable (String) -> Void

  func container<Type, Service>(
    _ container: Container, didRegisterType type: Type.Type, toService entry: ServiceEntry<Service>,
    withName name: String?
  ) {
    add("\(type)")
  }
}

final class PreviewResolver: Resolver {
  func provide<Service, each Argument>(
    _ serviceType: Service.Type, name: String?, arguments: repeat each Argument
  ) throws -> Service? {
    "preview" as? Service
  }
}
