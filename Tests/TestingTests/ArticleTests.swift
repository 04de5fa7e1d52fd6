import Dispatch
import Facet
import FacetTesting
import Testing
import XCTest

// The samples of the article "Testing" and of the README, as they stand there. The conformance to `AutoRegistering` is
// that of another target: here a function takes its place.

private protocol Client: Sendable {
  var offer: [String] { get }
}
private struct HTTPClient: Client {
  let offer = ["from a server"]
}
private struct FakeClient: Client {
  let offer: [String]
  init(_ offer: [String] = ["tea"]) { self.offer = offer }
}
private protocol Clock: Sendable {}
private struct FakeClock: Clock {}

private final class Shop: Sendable {
  let client: any Client
  init(client: any Client) { self.client = client }
  func sells(_ article: String) -> Bool { client.offer.contains(article) }
}

@Sendable private func registerShop() {
  Container.register(Client.self) { HTTPClient() }.inObjectScope(.container).live()
  Container.register(Shop.self) { r in Shop(client: try r.require()) }.inObjectScope(.container)
}

// MARK: - Swift Testing

@Suite(.container(.registered(by: registerShop)), .timeLimit(.minutes(20))) struct ArticleTests {
  @Suite(.container { $0.register(Client.self) { FakeClient(["tea"]) } }) struct ShopTests {
    @Test func `a shop sells what its client offers`() throws {
      let shop = try Container.main.require(Shop.self)
      #expect(shop.sells("tea"))
    }

    @Test(.container { $0.register(Client.self) { FakeClient([]) } })
    func `an empty shop sells nothing`() throws {
      #expect(try !Container.main.require(Shop.self).sells("tea"))
    }
  }

  @Suite(.container(live: false) { $0.register(Client.self) { FakeClient(["tea"]) } })
  struct OfflineTests {
    @Test func `a sale asks no server`() {
      #expect(Container.resolve(Shop.self)?.sells("tea") == true)
    }
  }

  @Suite(.container { $0.register(Client.self) { FakeClient() } }) struct ReadmeTests {
    @Test func `a shop sells tea`() throws {
      let shop = try Container.main.require(Shop.self)
      #expect(shop.sells("tea"))
    }

    @Test(.container(live: false) { $0.register(Clock.self) { FakeClock() } })
    func `the shop is closed at night`() {
      #expect(Container.resolve(Clock.self) is FakeClock)
    }
  }

  @Suite(.container { $0.register(Client.self) { FakeClient(["tea"]) } }) struct ThreadTests {
    @Test func `an uploader reaches the container of its test`() async {
      let isSold = await withCheckedContinuation { continuation in
        Uploader().upload("tea") { continuation.resume(returning: $0) }
      }
      #expect(isSold)
    }
  }

  @Test func `a preview has its own services`() async {
    await #expect(processExitsWith: .success) {
      func preview() -> ShopView {
        let _ = Container.preview { $0.register(Client.self) { FakeClient(["tea", "cake"]) } }
        return ShopView()
      }
      guard preview().body == "tea, cake" else { fatalError("another client") }
    }
  }
}

private struct ShopView {
  private let client: any Client = Container.resolve()
  var body: String { client.offer.joined(separator: ", ") }
}

private final class Uploader: Sendable {
  func upload(_ text: String, then done: @escaping @Sendable (Bool) -> Void) {
    let main = Container.main
    DispatchQueue.global().async {
      Container.withMain(main) { done(Container.main.resolve(Shop.self)?.sells(text) == true) }
    }
  }
}

// MARK: - XCTest

final class ShopTestCase: ContainerTestCase {
  override var containerBase: ContainerBase { .registered(by: registerShop) }

  override func override(_ container: Container) {
    container.register(Client.self) { FakeClient(["tea"]) }
  }

  func testAShopSellsWhatItsClientOffers() throws {
    let shop = try Container.main.require(Shop.self)
    XCTAssert(shop.sells("tea"))
  }
}

class ShopBaseTestCase: XCTestCase {
  override func invokeTest() {
    withTestContainer {
      super.invokeTest()
    } overriding: {
      $0.register(Client.self) { FakeClient(["tea"]) }
    }
  }
}

final class DerivedTestCase: ShopBaseTestCase {
  func testTheBaseClassOverrides() {
    XCTAssertEqual(Container.resolve(Client.self)?.offer, ["tea"])
  }
}
