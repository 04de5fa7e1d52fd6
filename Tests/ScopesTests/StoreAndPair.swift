import Facet
import FacetTestSupport

/// A service.
final class Store: Sendable {}

/// A service that needs another one twice.
final class Pair: Sendable {
  let first: Store
  let second: Store
  init(_ first: Store, _ second: Store) {
    self.first = first
    self.second = second
  }
  var isShared: Bool { first === second }
}

/// Scopes of one's own, over the storages of the library.
extension ObjectScope {
  static let storing = ObjectScope(storageFactory: PermanentStorage.init, description: "storing")
  static let weaklyStoring = ObjectScope(storageFactory: WeakStorage.init, description: "weakly storing")
  static let graphStoring = ObjectScope(storageFactory: GraphStorage.init, description: "graph storing")
  static let notStoring = ObjectScope(storageFactory: TransientStorage.init, description: "not storing")
}
