import Facet
import Foundation

protocol Client: Sendable {
  var offer: [String] { get }
}

protocol Fetching {}
protocol Updating {}

struct HTTPClient: Client, Fetching {
  let offer: [String] = []
}

struct FakeClient: Client, Fetching {
  let offer: [String]
  init(_ offer: [String] = ["tea"]) { self.offer = offer }
}

final class CombinedService: Fetching, Updating {}

protocol Clock {}
struct FakeClock: Clock {}

final class Shop: Sendable {
  let client: any Client
  init(client: any Client) { self.client = client }
  func sells(_ article: String) -> Bool { client.offer.contains(article) }
}

struct Tea {}

final class Cup {
  init() {}
  init(tea: Tea) {}
}

/// A resolve of a shop, which needs a cup of tea and another tea.
func resolveShop() {
  container.register(Tea.self, name: "green") { _ in Tea() }
  container.register(Cup.self) { r in
    _ = r.resolve(Tea.self, name: "green")
    return Cup()
  }
  container.register(Shop.self) { r in
    _ = r.resolve(Cup.self)
    _ = r.resolve(Tea.self, name: "green")
    return Shop(client: FakeClient())
  }
  _ = container.resolve(Shop.self)
}

func makeContainer() -> Container { Container() }
let testContainer = Container()
func startApplication() {}
let file = FileHandle.standardOutput

struct PreviewClient: Client {
  let offer: [String] = []
}
