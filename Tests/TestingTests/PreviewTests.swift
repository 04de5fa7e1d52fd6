import Facet
import FacetTestSupport
import Testing

/// `Container.preview`: a container that stands in for the main one, for the whole process.
@Suite(.timeLimit(.minutes(20))) struct PreviewTests {
  @Test func `a preview has its services on every thread, and the real container stays as it is`() async {
    await #expect(processExitsWith: .success) {
      endProcess()
      let real = Container.main
      let preview = Container.preview { $0.register(Client.self) { _ in FakeClient() } }
      guard Container.main === preview, ThreadRun({ Container.main === preview }).result == true else {
        fatalError("another container")
      }
      guard preview.description.contains("XYZViewModel") else { fatalError("without the application's") }
      guard (Container.resolve() as Client).name == "fake" else { fatalError("without the overrides") }
      guard !real.hasAnyRegistration(of: Client.self) else { fatalError("the real one changed") }
      let inner = Container.withMain(real) { Container.main }
      guard inner === real else { fatalError("withMain has no effect") }
    }
  }

  @Test func `the next preview takes the place of the one before, unless it cannot be made`() async {
    await #expect(processExitsWith: .success) {
      endProcess()
      Container.preview { $0.register(Client.self) { _ in FakeClient() } }
      let second = Container.preview { _ in Container.register(Client.self) { _ in Client() } }
      guard Container.main === second, (Container.resolve() as Client).name == "real" else {
        fatalError("the first preview")
      }
      // Decorators wrap its services.
      let third = Container.preview {
        $0.decorateAll(Client.self) { _, inner in inner.name == "real" ? FakeClient() : inner }
        $0.register(Client.self) { _ in Client() }
      }
      guard (Container.resolve() as Client).name == "fake" else { fatalError("without the decorator") }
      do {
        try Container.preview { _ in throw Broken() }
        fatalError("no error")
      } catch {
        guard Container.main === third else { fatalError("another container") }
      }
    }
  }
}
