import Facet

/// A service that needs nothing.
final class Store: Sendable {
  let name: String
  init(_ name: String = "") { self.name = name }
}

/// A service that needs a store.
final class Shop: Sendable {
  let store: Store
  init(_ store: Store) { self.store = store }
}

/// Why a build fails.
struct Closed: Error {}

extension ResolutionError {
  /// What the text proposes, a line each.
  var remedies: [String] {
    description.split(separator: "\n").filter { $0.hasPrefix("  • ") }.map { String($0.dropFirst(4)) }
  }
}
