import Swinject

/// What the shop sells.
public struct Tea {}

/// Registers green tea, and no other.
public func registerTeas(_ container: Container) {
  container.register(Tea.self, name: "green") { _ in Tea() }
}
