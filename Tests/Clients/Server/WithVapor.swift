import Facet
import Vapor

struct ContainerLifecycle: LifecycleHandler {
  let container: Container

  func willBootAsync(_ application: Application) async throws {
    try await container.startAsync()
  }

  func shutdownAsync(_ application: Application) async {
    try? await container.closeAsync()
  }
}

func configure(_ application: Application, _ app: Container) {
  application.lifecycle.use(ContainerLifecycle(container: app))
  application.get("orders") { _ in
    try await reply(to: "orders", app: app)
  }
}
