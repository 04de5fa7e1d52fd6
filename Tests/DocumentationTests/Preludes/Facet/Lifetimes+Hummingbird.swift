import Facet
import Hummingbird
import ServiceLifecycle

nonisolated(unsafe) let router = Router()

struct ContainerService: Service {
  let container: Container

  func run() async throws {}
}

func reply(to path: String, app: Container) async throws -> String { path }

func lines(of request: Container) async throws -> [String] { [] }
