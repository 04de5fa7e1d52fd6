import Facet
import FacetTestSupport
import Testing

/// The main actor on the first thread of the process, and where the system moves it to.
@Suite(.timeLimit(.minutes(20))) struct FirstThreadTests {
  @Test func `synchronous code on the first thread is on the main actor`() async {
    await #expect(processExitsWith: .success) {
      endProcess()
      await MainActor.run {
        let container = Container()
        container.register(Facade.self) { _ in Facade() }
        precondition(container.resolve(Facade.self) != nil)
      }
      for _ in 1...100 { await Task.yield() }
      await MainActor.run {
        let container = Container()
        container.register(Facade.self) { _ in Facade() }
        precondition(container.resolve(Facade.self) != nil)
        precondition(errorElsewhere(container, Facade.self)?.code == .wrongActor)
      }
    }
  }
}
