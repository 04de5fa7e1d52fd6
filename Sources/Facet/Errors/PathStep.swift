/// A service on the path of a failed resolve.
package struct PathStep: Sendable {
  package let key: ServiceKey
  /// Where it was registered; `nil` if it is not registered.
  let location: CodeLocation?
  /// The registry that builds it, if the container that has it keeps it; `nil` if the one that was asked builds it.
  let keeper: ObjectIdentifier?

  package init(_ key: ServiceKey, at location: CodeLocation? = nil, keptBy keeper: ObjectIdentifier? = nil) {
    self.key = key
    self.location = location
    self.keeper = keeper
  }

  /// A service that is being built.
  init(_ key: ServiceKey, at location: CodeLocation, in scope: ScopeKind, by builder: Registry) {
    self.init(key, at: location, keptBy: scope.isBuiltByOwner ? ObjectIdentifier(builder) : nil)
  }
}
