/// Stands for the macro of SwiftUI.
func Preview<Content>(@ViewBuilder _ content: () -> Content) {}

@resultBuilder enum ViewBuilder {
  static func buildBlock<Content>(_ content: Content) -> Content { content }
}

struct ShopView {}
struct ArticleList {}

struct PreviewClient: Client {
  let offer: [String] = []
}
