import Facet

extension ObjectScope {
  /// One instance for each session: `close(.session)` ends it.
  static let session = ObjectScope(storageFactory: PermanentStorage.init, description: "session")
}
