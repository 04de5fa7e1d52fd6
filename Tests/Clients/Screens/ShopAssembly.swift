import Combine
import Facet
import Observation

// What the samples of the article SwiftUI use.

final class Catalogue: Sendable {}

final class Orders: Sendable {
  let count = 3

  static func load() async -> Orders { Orders() }
}

@MainActor protocol Offers: AnyObject {
  var title: String { get }
  func next()
}

@MainActor final class DailyOffers: ObservableObject, Offers {
  @Published var title = "tea"

  func next() { title = "coffee" }
}

@MainActor final class Page {
  let title: String

  init(_ number: Int) { title = "Page \(number)" }
}

struct ShopAssembly: Assembly {
  func assemble(container: Container) {
    container.register(Catalogue.self) { _ in Catalogue() }.inObjectScope(.container)
    container.register(Orders.self) { _ async in await Orders.load() }
    container.register((any Offers).self, name: "daily") { @MainActor _ in DailyOffers() }
    container.register(Page.self) { @MainActor _, number in Page(number) }
  }
}
