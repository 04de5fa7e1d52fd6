import Facet
import Testing

private protocol Client: Sendable {}
private struct LiveClient: Client {}
private struct FakeClient: Client {}

private protocol Repository: AnyObject { var client: any Client { get } }
private final class LiveRepository: Repository {
  let client: any Client
  init(client: any Client) { self.client = client }
}

private struct Player { let track: Int }

private final class Session {}

private func registerAllServices() {
  Container.main.register { LiveClient() as any Client }.scope(.cached)
  Container.main.register { LiveRepository(client: Container.resolve()) as any Repository }
  Container.main.register { (_, track: Int) in Player(track: track) }
  Container.main.register { Session() }.scope(.session)
}

extension Resolver {
  fileprivate var repository: any Repository { resolve() }
  fileprivate func player(_ track: Int) -> Player { resolve(argument: track) }
}

private final class TimedStorage: InstanceStorage {
  /// What the article writes as a number.
  @TaskLocal static var limit = Duration.seconds(1_200)

  private var kept: (instance: Any, since: ContinuousClock.Instant)?

  var instance: Any? {
    get { kept.flatMap { .now - $0.since < TimedStorage.limit ? $0.instance : nil } }
    set { kept = newValue.map { ($0, .now) } }
  }
}

extension ObjectScope {
  fileprivate static let session = ObjectScope(storageFactory: TimedStorage.init, description: "session")
}

/// What the article for users of Factory shows.
@Suite(.timeLimit(.minutes(20))) struct ComingFromFactoryTests {
  @Test func `services are found by their types, and by properties for those who want them`() {
    Container.withMain(Container()) {
      registerAllServices()
      let repository: any Repository = Container.resolve()
      #expect(repository.client is LiveClient)
      #expect(Container.main.repository !== repository)
      #expect(Container.main.player(3).track == 3)
    }
  }

  @Test func `an overriding copy takes the place of what is registered, also for the properties`() {
    Container.withMain(Container()) {
      registerAllServices()
      Container.withMain(Container.main.overriding { $0.register { FakeClient() as any Client } }) {
        #expect(Container.main.repository.client is FakeClient)
      }
      #expect(Container.main.repository.client is LiveClient)
    }
  }

  @Test func `a storage may forget its instance`() {
    Container.withMain(Container()) {
      registerAllServices()
      let session: Session = Container.resolve()
      #expect(session === Container.resolve(Session.self))
      let next = TimedStorage.$limit.withValue(.zero) { Container.resolve(Session.self) }
      #expect(next !== session)
      #expect(next === Container.resolve(Session.self))
      Container.main.resetObjectScope(.session)
      #expect(next !== Container.resolve(Session.self))
    }
  }
}
