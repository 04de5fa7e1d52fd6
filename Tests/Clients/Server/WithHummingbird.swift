import Facet
import Hummingbird

func serve(_ app: Container) async throws {
  let router = Router()
  router.get("orders") { request, _ in
    try await reply(to: request.path, app: app)
  }
  let application = Application(router: router, services: [ContainerService(container: app)])
  try await application.runService()
}
