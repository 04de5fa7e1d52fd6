import Foundation

@MainActor final class Badge {}

@MainActor final class Cart {
  var badge: Badge?
}

@MainActor final class Checkout {
  init(cart: Cart) {}
}

@MainActor final class ViewModel {
  nonisolated init() {}
  nonisolated init(number: Int) {}
  nonisolated init(fetching: any Fetching, updating: any Updating) {}
  init(fetching: any Fetching) {}
  init(store: Store) {}
  nonisolated func load() {}
}

final class Panel {}

@MainActor final class ShopModel {
  let goods: [String] = []
  init() {}
  init(store: Store) {}
  func open() {}
}

final class Channel {
  init(name: String) {}
}

final class Report {
  func print() {}
}

final class Uploader {
  func upload() {}
}

let queue = DispatchQueue.global()
