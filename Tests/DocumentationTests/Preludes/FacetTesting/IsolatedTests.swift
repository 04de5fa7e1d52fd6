@MainActor final class ShopModel {}
