import Facet
import Hummingbird
import ServiceLifecycle

func serve(_ app: Container) async throws {
  let router = Router()
  router.get("orders") { request, _ in
    try await reply(to: request.uri.path, app: app)
  }
  router.get("report") { _, _ in
    Response(
      status: .ok,
      body: ResponseBody { writer in
        try await app.withChild { request in
          for line in try await lines(of: request) { try await writer.write(ByteBuffer(string: line)) }
        }
        try await writer.finish(nil)
      })
  }
  var application = Application(router: router, services: [ContainerService(container: app)])
  application.beforeServerStarts {
    try await cancelWhenGracefulShutdown { try await app.startAsync() }
  }
  try await application.runService()
}
