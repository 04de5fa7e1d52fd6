import Facet
import FacetTestSupport
import Testing

private protocol Client: Sendable {}
private struct LiveClient: Client {}
private struct FakeClient: Client {}

private protocol Repository: AnyObject { var client: any Client { get } }
private final class LiveRepository: Repository {
  let client: any Client
  init(client: any Client) { self.client = client }
}

private final class Player {
  let track: Int
  init(track: Int) { self.track = track }
}

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

  @Test func `a layer takes the place of what is registered, also for the properties`() {
    Container.withMain(Container()) {
      registerAllServices()
      Container.withMain(Container.main.overriding { $0.register { FakeClient() as any Client } }) {
        #expect(Container.main.repository.client is FakeClient)
      }
      #expect(Container.main.repository.client is LiveClient)
    }
  }

  @Test func `the instance of one service is reset`() {
    let (container, builds) = (Container(), Counter())
    container.register { LiveClient() as any Client }.scope(.cached).initCompleted { _, _ in builds.next() }
    container.register { Session() }.scope(.cached)
    let session: Session = container.resolve()
    _ = (container.resolve((any Client).self), container.resolve((any Client).self))
    container.resetObjectScope(.cached, serviceType: (any Client).self)
    _ = container.resolve((any Client).self)
    #expect(builds.value == 2)
    #expect(session === container.resolve(Session.self))
  }

  @Test func `nil is an instance, which a reset gives up`() throws {
    let (container, builds) = (Container(), Counter())
    container.register(Session?.self) { _ in
      builds.next()
      return nil
    }.scope(.cached)
    for _ in 1...2 { #expect(try container.require(Session?.self) == nil) }
    #expect(builds.value == 1)
    container.resetObjectScope(.cached)
    #expect(try container.require(Session?.self) == nil)
    #expect(builds.value == 2)
  }

  @Test func `a property is resolved anew by an assignment`() {
    final class Screen {
      @Injected var session: Session
    }
    let container = Container()
    container.register { Session() }
    let screen = Container.withMain(container) { Screen() }
    let first = screen.session
    screen.session = container.resolve()
    #expect(screen.session !== first)
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

  @Test func `what may be missing is asked for by another name than what must be there`() {
    let container = Container()
    let failures = Recorder.failures(of: container)
    let optional: (any Client)? = container.optional()
    #expect(optional == nil)
    #expect(failures.all.isEmpty)
    let error = #expect(throws: ResolutionError.self) { try container.require((any Client).self) }
    #expect(error?.code == .notRegistered)
  }

  @Test func `a place where a program runs is a condition of the compiler`() {
    Container.withMain(Container()) {
      registerAllServices()
      #if targetEnvironment(simulator)
        Container.main.register { FakeClient() as any Client }
      #endif
      let client: any Client = Container.resolve()
      #if targetEnvironment(simulator)
        #expect(client is FakeClient)
      #else
        #expect(client is LiveClient)
      #endif
    }
  }
}
