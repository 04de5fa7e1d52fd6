import Facet
import Kit

final class Cart {}

func openStall(_ container: Container) {
  setKit(container)
  container.register((any Grain).self) { _ in Wheat() }.inObjectScope(.container)  // unseen
  container.register(Cart.self) { _ in Cart() }
  print(container.resolve(Scale.self)!, container.resolve(Cart.self)!)
}
