/// What may be changed about a record after it was registered: its scope, and what completes its instances.
///
/// Immutable; a change puts a new one in the record.
final class ServiceConfiguration: @unchecked Sendable {
  // Unchecked for `storage`: it is called from one thread at a time, see `StorageTurn`.

  /// Called with the addresses of an `any Resolver`, the container that builds, and of the service.
  typealias Completion = @Sendable (_ resolver: UnsafeRawPointer, _ service: UnsafeRawPointer) -> Void

  let scope: any ObjectScopeProtocol
  let kind: ScopeKind
  let storage: (any InstanceStorage)?
  let completions: [Completion]
  let hasCompletions: Bool

  /// Whether it is one of the configurations that all records share and that are never released.
  var isPermanent: Bool { kind != .custom && !hasCompletions }

  var mode: Mode { Mode(kind: kind, hasCompletions: hasCompletions) }

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

  /// The same with a fresh storage, or with none.
  func replacingStorage(_ storage: (any InstanceStorage)?) -> ServiceConfiguration {
    ServiceConfiguration(scope: scope, storage: storage, completions: completions)
  }

  func keepingCompletions(of other: ServiceConfiguration) -> ServiceConfiguration {
    guard other.hasCompletions else { return self }
    return ServiceConfiguration(scope: scope, storage: storage, completions: other.completions)
  }
}

extension ServiceConfiguration {
  /// What the hot path has to know, in one byte of the record.
  struct Mode {
    let rawValue: UInt8

    init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    init(kind: ScopeKind, hasCompletions: Bool) {
      rawValue = kind.rawValue << 1 | (hasCompletions ? 1 : 0)
    }

    @inline(__always)
    var hasCompletions: Bool { rawValue & 1 != 0 }

    /// Whether nothing beyond the cycle sees the instances: transient and graph scope.
    @inline(__always)
    var isBuiltInCycle: Bool { rawValue &>> 1 <= ScopeKind.graph.rawValue }

    @inline(__always)
    var scope: ScopeKind {
      // Made of one, and never changed.
      ScopeKind(rawValue: rawValue &>> 1).unsafelyUnwrapped
    }

    @inline(__always)
    func isScope(_ kind: ScopeKind) -> Bool { rawValue &>> 1 == kind.rawValue }
  }
}
