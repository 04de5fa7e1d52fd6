/// What may be changed about a record after it was registered: its scope, and what completes its instances.
///
/// Immutable; a change puts a new one in the record.
final class ServiceConfiguration: @unchecked Sendable {
  // Unchecked for `storage`: it is called from one thread at a time, see `StorageTurn`.

  /// Called with the container that builds, as an `AnyObject`, and the address of the service.
  typealias Completion = @Sendable (_ container: AnyObject, _ service: UnsafeRawPointer) -> Void

  let scope: any ObjectScopeProtocol
  let kind: ScopeKind
  let storage: (any InstanceStorage)?
  let completions: [Completion]
  let hasCompletions: Bool

  /// Whether it is one of the configurations that all records share and that are never released.
  var isPermanent: Bool { storage == nil && !hasCompletions }

  private init(
    scope: any ObjectScopeProtocol, storage: (any InstanceStorage)?, completions: [Completion]
  ) {
    self.scope = scope
    self.kind = scope.kind
    self.storage = storage
    self.completions = completions
    self.hasCompletions = !completions.isEmpty
  }

  private static let transient = plain(.transient)
  private static let graph = plain(.graph)
  private static let container = plain(.container)
  private static let weak = plain(.weak)

  private static func plain(_ scope: ObjectScope) -> ServiceConfiguration {
    ServiceConfiguration(scope: scope, storage: nil, completions: [])
  }

  /// The configuration of a scope without completions; shared by all records where the scope keeps no storage.
  ///
  /// Calls the scope's storage factory, which is user code.
  static func make(for scope: any ObjectScopeProtocol) -> ServiceConfiguration {
    switch scope.kind {
    case .transient: transient
    case .graph: graph
    case .container: container
    case .weak: weak
    case .custom: ServiceConfiguration(scope: scope, storage: scope.makeStorage(), completions: [])
    }
  }

  func adding(_ completion: @escaping Completion) -> ServiceConfiguration {
    ServiceConfiguration(scope: scope, storage: storage, completions: completions + [completion])
  }

  func keepingCompletions(of other: ServiceConfiguration) -> ServiceConfiguration {
    guard other.hasCompletions else { return self }
    return ServiceConfiguration(scope: scope, storage: storage, completions: other.completions)
  }
}
