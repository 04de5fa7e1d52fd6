public import Facet
import FacetTesting
import Testing

// An application and its tests as they are written in a module that is isolated to the main actor by default.

protocol Feed { func load() -> [String] }

final class LiveFeed: Feed {
  func load() -> [String] { ["news"] }
}

final class FakeFeed: Feed {
  let items: [String]
  init(_ items: [String] = []) { self.items = items }
  func load() -> [String] { items }
}

final class FeedModel {
  let feed: any Feed
  init(feed: any Feed) { self.feed = feed }
  func load() -> [String] { feed.load() }
}

extension Container: @retroactive MainActorAutoRegistering {
  /// Called for the container of every test.
  public static func registerAllServices() { registerFeeds() }
}

func registerFeeds() {
  Container.register { LiveFeed() as any Feed }.inObjectScope(.container)
  Container.register(FeedModel.self) { r in FeedModel(feed: r.resolve()) }.inObjectScope(.container)
}

func makeContainer() -> Container {
  let container = Container()
  container.register { FakeFeed(["made"]) as any Feed }
  container.register(FeedModel.self) { r in FeedModel(feed: r.resolve()) }
  return container
}

@Suite(.container, .timeLimit(.minutes(20))) struct MainActorTests {
  @Test(arguments: 1...3) func `A test has the services of the application, and none of another test`(
    number: Int
  ) {
    #expect((Container.resolve() as FeedModel).load() == ["news"])
    #expect(!Container.main.hasAnyRegistration(of: Int.self))
    Container.register { number }
  }

  @Test(
    .container { @MainActor in
      $0.register { FakeFeed(["fake"]) as any Feed }
      $0.register(FeedModel.self, name: "own") { r in FeedModel(feed: r.resolve()) }
    })
  func `An override reaches them, and may belong to the main actor as well`() {
    #expect((Container.resolve() as FeedModel).load() == ["fake"])
    #expect((Container.resolve(name: "own") as FeedModel).load() == ["fake"])
  }

  @Test(.container(.registered(by: registerFeeds)))
  func `A function of the main actor registers them`() {
    #expect((Container.resolve() as FeedModel).load() == ["news"])
  }

  @Test(.container(.copy(of: makeContainer)))
  func `A function of the main actor makes the container`() {
    #expect((Container.resolve() as FeedModel).load() == ["made"])
  }

  @Test(.container) @concurrent func `A service that is built elsewhere is refused`() async throws {
    let error = #expect(throws: ResolutionError.self) { try Container.main.require(FeedModel.self) }
    #expect(error?.code == .wrongActor)
    let model = try await Container.main.requireAsync(FeedModel.self)
    #expect(await model.load() == ["news"])
  }

  @Test func `A test container is made where the test runs`() {
    withTestContainer(.registered(by: registerFeeds)) {
      #expect((Container.resolve() as FeedModel).load() == ["fake"])
    } overriding: {
      $0.register { FakeFeed(["fake"]) as any Feed }
    }
    withTestContainer(.copy(of: makeContainer)) {
      #expect((Container.resolve() as FeedModel).load() == ["made"])
    }
  }

  @Test @concurrent func `An awaited test container is made on the main actor`() async {
    await withTestContainer(.registered(by: registerFeeds)) {
      await MainActor.run { #expect((Container.resolve() as FeedModel).load() == ["news"]) }
    }
  }

  @Test nonisolated func `Without a test container, the first use belongs on the main actor`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await useMainContainerElsewhere()
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(
      text.contains(
        """
        Precondition failed: Container.main is used first away from the main actor, on which its services are registered

        To fix this, do one of:
          • Use it first on the main actor, where the program starts: _ = Container.main
          • Conform to AutoRegistering instead, and name the actor at each factory: main.register { @MainActor in … }
        """), "\(text)")
  }
}

@concurrent func useMainContainerElsewhere() async { _ = Container.main }
