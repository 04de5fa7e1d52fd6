import Facet
import FacetSwiftUI
import SwiftUI

// The samples of the article SwiftUI.

@MainActor @Observable final class Basket {
  @ObservationIgnored @Injected var catalogue: Catalogue
  var coupon = ""
  var count = 0
}

struct ShopApp: App {
  private let shop = Container { Assembler(container: $0).apply(assembly: ShopAssembly()) }

  var body: some Scene {
    WindowGroup {
      ShopView()
        .childContainer { $0.register(Basket.self) { _ in Basket() }.inObjectScope(.container) }
        .container(shop)
    }
  }
}

struct ShopView: View {
  @Resolved private var basket: Basket
  @Resolved(name: "daily") private var offers: any Offers

  var body: some View {
    VStack {
      Text("\(basket.count) things; today: \(offers.title)")
      TextField("Coupon", text: $basket.coupon)
      Button("Add") { basket.count += 1 }
      Button("Next") { offers.next() }
    }
  }
}

struct PageView: View {
  @Resolved private var page: Page

  init(number: Int) { _page = Resolved(argument: number) }

  var body: some View { Text(page.title) }
}

struct OrdersView: View {
  @Environment(\.container) private var container
  @State private var orders: Orders?

  var body: some View {
    Text(orders.map { "\($0.count) orders" } ?? "…")
      .task { orders = (try? await container.requireAsync(Orders.self)) }
  }
}

// What `#Preview(traits:) { … }` becomes.
@MainActor let preview = Preview(traits: .container { $0.register(Basket.self) { _ in Basket() } }) {
  ShopView()
}
