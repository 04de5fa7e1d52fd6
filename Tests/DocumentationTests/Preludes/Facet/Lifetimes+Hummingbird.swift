import Facet
import Hummingbird
import ServiceLifecycle

let app = Container()
nonisolated(unsafe) let router = Router()

struct ContainerService: Service {
  let container: Container

  func run() async throws {}
}

func reply(to path: String, app: Container) async throws -> String { path }

func lines(of request: Container) async throws -> [String] { [] }
