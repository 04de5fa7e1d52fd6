import Facet

extension ObjectScope {
  /// A scope of an application's own, which keeps its instances until it is reset.
  public static let session = ObjectScope(storageFactory: PermanentStorage.init, description: "session")
}
