/// The settings of a record that may change after the registration.
///
/// A value: a change alters a copy, so everything else is kept.
package struct Settings {
  /// An action for new instances, which lie in the slot.
  ///
  /// User code; an error fails the resolve. `arguments` are those of the resolve. They are also `nil` if the factory got its
  /// arguments from something other than a resolve.
  package typealias Completion =
    @Sendable (_ resolver: any Resolver, _ service: Slot, _ arguments: Arguments?) throws -> Void

  /// An action for new instances that must be awaited.
  package struct LateCompletion: Sendable {
    package typealias Action =
      @Sendable (_ resolver: any Resolver, _ service: Slot, _ arguments: Arguments?) async throws -> Void

    /// How many of the other completions come before it.
    let position: Int
    let action: Action
  }

  /// A type and a name of a service that ends later.
  package struct LaterEnd: @unchecked Sendable {
    // Unchecked for the metatype, which never changes.
    package let serviceType: Any.Type
    package let name: String?
  }

  /// Set only by `setScope`, because the storage belongs to it.
  package private(set) var scope: any ObjectScopeProtocol
  /// The storage of a custom scope.
  private(set) var storage: StorageSlot?
  /// The instances for each value of the arguments, if the scope keeps them.
  private(set) var members: ArgumentTable?
  package var completions: [Completion] = []
  /// The completions that must be awaited, in the order of adding.
  package private(set) var lateCompletions: [LateCompletion] = []
  /// The actors of the completions; empty if none of them was written on an actor.
  package private(set) var completionActors: [Isolation?] = []
  /// The decorators of a new instance, the innermost first.
  package var decorators: [Decorator] = []
  /// The actions for the end of an instance.
  package var disposers: [Disposer] = []
  /// The types and names of the services that end later than the instance.
  package var laterEnds: [LaterEnd] = []
  /// Whether `start` builds the service.
  package var isEager = false
  /// Makes the factory of a copy in another registry, for a record that wraps a parent's service.
  package var wrappingFactory: (@Sendable (Registry) -> Recipe.Factory)?
  /// Whether the service is marked as a production service.
  package var isLive = false

  package init(scope: any ObjectScopeProtocol) {
    self.scope = scope
    let kind = scope.kind
    storage = kind == .custom ? StorageSlot(scope) : nil
    if kind == .perArgument { members = ArgumentTable((scope as? ObjectScope)?.argumentRule) }
  }

  /// Whether both scopes are the same, so that shared instances are kept.
  func hasSameScope(as other: Settings) -> Bool {
    if scope === other.scope { return true }
    guard let rule = members?.rule else { return false }
    return rule == other.members?.rule
  }

  mutating func add(_ completion: @escaping Completion, on isolation: Isolation?) {
    if isolation != nil, completionActors.isEmpty {
      completionActors = Array(repeating: nil, count: completions.count)
    }
    completions.append(completion)
    if isolation != nil || !completionActors.isEmpty { completionActors.append(isolation) }
  }

  /// The actor of a completion.
  func isolation(ofCompletion position: Int) -> Isolation? {
    position < completionActors.count ? completionActors[position] : nil
  }

  mutating func add(late action: @escaping LateCompletion.Action) {
    lateCompletions.append(LateCompletion(position: completions.count, action: action))
  }

  mutating func replaceLateCompletions(
    by replacement: (Int, @escaping LateCompletion.Action) -> LateCompletion.Action
  ) {
    lateCompletions = lateCompletions.enumerated().map { number, completion in
      LateCompletion(position: completion.position, action: replacement(number, completion.action))
    }
  }

  mutating func setScope(of other: Settings) {
    scope = other.scope
    storage = other.storage
    members = other.members
  }

  /// Whether each value of the arguments, or each container, has its own record.
  fileprivate var hasMembers: Bool { members != nil || scope.kind == .scoped }

  /// The settings of the records that keep one instance each, for one value of the arguments or for one container.
  fileprivate var ofMembers: Settings {
    copy(scope: members?.rule.isWeak == true ? ObjectScope.weak : ObjectScope.container)
  }

  /// The same for another record, with its own storage.
  func copy(scope: any ObjectScopeProtocol) -> Settings {
    var copy = self
    copy.setScope(of: Settings(scope: scope))
    return copy
  }

  /// Takes over the completions of another record.
  package mutating func setCompletions(_ completions: [Completion], of other: Settings) {
    self.completions = completions
    lateCompletions = other.lateCompletions
    completionActors = other.completionActors
    // Several completions in one run on the first actor among them.
    if completions.count != other.completions.count {
      let actor = other.completionActors.lazy.compactMap(\.self).first
      completionActors = actor.map { Array(repeating: $0, count: completions.count) } ?? []
    }
  }

  /// Gives up the instances of a custom scope.
  mutating func emptyStorage() {
    if storage != nil { storage = StorageSlot(scope) }
  }

  /// Whether only a built-in scope is set.
  var isStandard: Bool {
    completions.isEmpty && lateCompletions.isEmpty && decorators.isEmpty && disposers.isEmpty && !isLive
      && laterEnds.isEmpty && !isEager && wrappingFactory == nil
  }
}

/// The settings of a record as readers see them: a change puts a new object in the record.
package final class Configuration: @unchecked Sendable {
  // Unchecked for the scope and the storage slot, which are safe from any thread.
  let settings: Settings
  let mode: Mode
  let duty: BuildDuty

  /// The configuration of the records for single values of the arguments or single containers, if the scope keeps one instance
  /// for each.
  let ofMembers: Configuration?

  /// Whether it leads to instances of its record.
  var hasInstances: Bool { settings.storage != nil || settings.members != nil }

  /// Whether it is one of the shared configurations, which are never released.
  let isPermanent: Bool

  private init(_ settings: Settings, isPermanent: Bool) {
    self.settings = settings
    self.isPermanent = isPermanent
    duty = settings.duty
    mode = Mode(settings.scope.kind, hasCompletions: !settings.completions.isEmpty)
    ofMembers = settings.hasMembers ? Configuration.make(settings.ofMembers) : nil
  }

  private static let transient = Configuration(Settings(scope: ObjectScope.transient), isPermanent: true)
  private static let graph = Configuration(Settings(scope: ObjectScope.graph), isPermanent: true)
  private static let container = Configuration(Settings(scope: ObjectScope.container), isPermanent: true)
  private static let weak = Configuration(Settings(scope: ObjectScope.weak), isPermanent: true)
  private static let scoped = Configuration(Settings(scope: ObjectScope.scoped), isPermanent: true)

  /// Most records have only a built-in scope, and share one configuration for each scope.
  package static func make(_ settings: Settings) -> Configuration {
    (settings.isStandard ? standard(settings.scope.kind) : nil) ?? Configuration(settings, isPermanent: false)
  }

  /// The shared configuration of a built-in scope; `nil` for a scope that needs its own.
  static func standard(_ scope: ScopeKind) -> Configuration? {
    switch scope {
    case .transient: transient
    case .graph: graph
    case .container: container
    case .weak: weak
    case .scoped: scoped
    case .custom, .perArgument: nil
    }
  }

  /// The mode of a record.
  ///
  /// Without arguments, one instance for each value of the arguments is one instance.
  @inline(__always)
  func mode(takingArguments takesArguments: Bool) -> Mode {
    takesArguments || !mode.isScope(.perArgument) ? mode : ofMembers?.mode ?? mode
  }
}

/// The part of a configuration that the hot path needs, in one byte of the record.
struct Mode {
  let rawValue: UInt8

  init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  init(_ scope: ScopeKind, hasCompletions: Bool) {
    rawValue = scope.rawValue << 1 | (hasCompletions ? 1 : 0)
  }

  @inline(__always)
  var hasCompletions: Bool { rawValue & 1 != 0 }

  /// Whether the instances are visible only within the cycle: transient and graph scope.
  @inline(__always)
  var endsWithCycle: Bool { rawValue &>> 1 <= ScopeKind.graph.rawValue }

  @inline(__always)
  var scope: ScopeKind { ScopeKind(rawValue: rawValue &>> 1)! }

  /// The scope of a frame.
  @inline(__always)
  var frameScope: ScopeKind { endsWithCycle ? .transient : scope }

  @inline(__always)
  func isScope(_ kind: ScopeKind) -> Bool { rawValue &>> 1 == kind.rawValue }
}
