import Facet
import FacetTestSupport
import Testing

/// Where the application leaves the main actor.
@Suite(.timeLimit(.minutes(20))) struct ElsewhereTests {
  private let container = Container()

  init() {
    container.register { Folder() }
    container.register { Clock() }
    container.register(AppRouter.self) { _ in AppRouter() }.inObjectScope(.container)
    container.registerNonisolated(Configuration.self) { _ in Configuration(address: "x") }
    registerPlain(with: container)
  }

  private nonisolated func registerPlain(with container: Container) {
    container.register(Clock.self, name: "plain") { _ in Clock() }
  }

  @Test func `what is written on the main actor is built there alone, and what needs no actor anywhere`()
    async
  {
    let container = container
    let codes = await Task.detached {
      [
        code(container, Folder.self), code(container, Clock.self), code(container, AppRouter.self),
        code(container, Configuration.self), code(container, Clock.self, name: "plain"),
      ]
    }.value
    #expect(codes == [.wrongActor, .wrongActor, .wrongActor, nil, nil])
    await Task { #expect(container.resolve(Folder.self) != nil) }.value
  }

  @Test func `what is shared is handed out anywhere`() async {
    let container = container
    let router = container.resolve(AppRouter.self)
    let elsewhere = await Task.detached { container.resolve(AppRouter.self) }.value
    #expect(elsewhere === router)
  }
}

private nonisolated func code<Service>(
  _ container: Container, _ serviceType: Service.Type, name: String? = nil
) -> ResolutionError.Code? {
  do throws(ResolutionError) {
    _ = try container.require(serviceType, name: name)
    return nil
  } catch {
    return error.code
  }
}
