/// A service on the path of a failed resolve.
package struct PathStep: Sendable {
  package let key: ServiceKey
  /// Where it was registered; `nil` if it is not registered.
  let location: CodeLocation?
  /// The registry that builds it, if its container keeps it; `nil` if the asking container builds it.
  let keeper: ObjectIdentifier?
  /// Whether its factory can await.
  let isAsync: Bool

  package init(
    _ key: ServiceKey, at location: CodeLocation? = nil, keptBy keeper: ObjectIdentifier? = nil,
    isAsync: Bool = false
  ) {
    self.key = key
    self.location = location
    self.keeper = keeper
    self.isAsync = isAsync
  }

  /// A service that is being built.
  init(_ key: ServiceKey, of record: Record, in scope: ScopeKind, by builder: Registry) {
    self.init(
      key, at: record.location, keptBy: scope.isBuiltByOwner ? ObjectIdentifier(builder) : nil,
      isAsync: record.recipe.hasAsyncFactory)
  }
}
