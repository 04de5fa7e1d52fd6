import Facet
import Foundation
import Observation

@MainActor @Observable final class Basket {
  var coupon = ""
  var count = 0
}

@MainActor protocol Offers: AnyObject {
  var title: String { get }
}

final class Catalogue {}

final class Orders: Sendable {
  let count = 0
  func refresh() {}
}

struct ShopAssembly: Assembly {
  func assemble(container: Container) {}
}

let shop = Container()
let number = 3

struct Analytics {
  func send() {}
}

struct Sync {
  func run() async {}
}

nonisolated(unsafe) var timer: Timer?
