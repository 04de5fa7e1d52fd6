import Facet
import FacetTestSupport
import Testing

/// The first use of the main container, by several threads.
///
/// Each in a process of its own, for the first use comes once. The services are those of `ResolutionCycleTests`.
@Suite(.timeLimit(.minutes(20))) struct MainContainerThreadsTests {
  @Test func `a main container whose registration blocks is not seen registered by other threads`() async {
    await #expect(processExitsWith: .success) {
      endProcess()
      let (registering, mayGoOn) = (Gate(), Gate())
      MainRegistration.whileRegistering {
        registering.open()
        mayGoOn.pass()
      }
      @Sendable func isRegistered() -> Bool { Container.main.description.contains("Service: XYZViewModel,") }
      let first = ThreadRun { isRegistered() }
      registering.pass()
      let others = (0..<8).map { _ in ThreadRun { isRegistered() } }
      guard others.count(where: { $0.rests }) == 8 else { fatalError("a thread did not wait") }
      mayGoOn.open()
      guard ([first] + others).count(where: { $0.result == true }) == 9 else {
        fatalError("a thread found a service missing")
      }
      guard MainRegistration.count.value == 1 else { fatalError("\(MainRegistration.count.value) times") }
    }
  }

  @Test func `a registration that would wait for a thread that waits for it goes on alone`() async {
    await #expect(processExitsWith: .success) {
      endProcess()
      final class Store: Sendable {
        let isEarly: Bool
        init(isEarly: Bool) { self.isEarly = isEarly }
      }
      let container = Container()
      container.register(Store.self) { _ in
        Store(isEarly: !Container.main.description.contains("Service: XYZViewModel,"))
      }.inObjectScope(.container)
      let other = Recorder<ThreadRun<Store?>>()
      MainRegistration.whileRegistering {
        let run = ThreadRun { container.resolve(Store.self) }
        guard run.rests else { fatalError("the other thread did not wait") }
        other.add(run)
        guard let store = container.resolve(Store.self), store.isEarly else { fatalError("no early store") }
      }
      guard Container.main.description.contains("Service: XYZViewModel,") else {
        fatalError("a service is missing")
      }
      // The other thread has lost: there is one store for both.
      guard let store = other.all[0].result ?? nil, store === container.resolve(Store.self) else {
        fatalError("two stores")
      }
    }
  }
}
