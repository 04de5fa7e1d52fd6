import Facet

extension ObjectScope {
  /// A scope of one's own, which ends before the container.
  static let session = ObjectScope(storageFactory: PermanentStorage.init, description: "session")
}
