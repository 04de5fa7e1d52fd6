import Facet

let container = Container()

final class Cache: Sendable {
  func flush() {}
}

final class Search: Sendable {
  init(cache: Cache) {}
}
