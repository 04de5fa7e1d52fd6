import Facet

/// One key of a container, as data.
///
/// ```swift
/// for entry in container.entries { print(entry.key, entry.objectScope, entry.location) }
/// ```
///
/// The entry is a snapshot: later changes do not show. It keeps the registration, but no instance and no container.
public struct ContainerEntry: Sendable {
  /// The key of the entry.
  public let key: ServiceKey
  /// Where the key was registered or forwarded.
  public let location: CodeLocation
  /// The target's key, for a forward; `nil` for other entries.
  public let target: ServiceKey?
  /// The scope of the instances; for a forward, the scope of its target.
  public let objectScope: any ObjectScopeProtocol
  /// The needs of an initializer, one for each parameter; `nil` for a closure, whose needs are unknown until it runs.
  public let needs: [Dependency]?
  /// The actor that must build the instance; `nil` for none, and for registrations in Swift 5 code.
  public let actor: (any Actor)?
  /// Whether building an instance needs `await`.
  public let isAsync: Bool
  /// The number of completions that run for each instance.
  public let completionCount: Int
  /// The number of decorators that wrap each instance.
  public let decoratorCount: Int
  /// The type name of the assembly that registered the key; `nil` without an assembly.
  public let assembly: String?
  /// Zero for the container that you asked, one for its parent, and so on.
  public let level: Int

  let order: Int
  let record: Record
  let isByClosure: Bool

  /// Whether the key is forwarded to another key.
  public var isForward: Bool { target != nil }

  init(_ registration: Registration, level: Int, assembly: String?) {
    let record = registration.record
    let settings = record.settings
    key = registration.key
    location = registration.location
    target = registration.isForward ? record.key : nil
    objectScope = settings.scope
    needs = registration.isForward ? nil : record.recipe.needs.map { $0.map(Dependency.init) }
    actor = record.enforcedActor
    isAsync = record.mustBeAwaited
    completionCount = settings.completions.count + settings.lateCompletions.count
    decoratorCount = settings.decorators.count
    self.assembly = assembly
    self.level = level
    order = registration.order
    self.record = record
    isByClosure = registration.forward?.isUserCode == true
  }
}

extension ContainerEntry {
  /// One parameter of a registered initializer.
  public struct Dependency: Sendable {
    /// The kind of value for a parameter.
    public enum Kind: String, Sendable {
      /// The service, which must exist.
      case required
      /// The service, or nothing.
      case optional
      /// The service, resolved later by a `Lazy` or a `Provider`.
      case deferred
      /// All services of the type.
      case all
      /// An argument of the resolve.
      case argument
    }

    /// The key of the service itself, without wrappers.
    public let key: ServiceKey
    /// The kind of value for the parameter.
    public let kind: Kind
    /// Whether the service may be missing, even if it is resolved later.
    let mayBeMissing: Bool
    /// Whether the service is built at its first use.
    let isLater: Bool

    init(_ need: Need) {
      switch need {
      case .service(let key):
        let unwrapped = UnwrappedKey(key)
        self.key = unwrapped.key
        kind = unwrapped.isDeferred ? .deferred : unwrapped.isOptional ? .optional : .required
        isLater = unwrapped.isDeferred
        mayBeMissing = unwrapped.isOptional
      case .all(let key):
        let unwrapped = UnwrappedKey(key)
        self.key = unwrapped.key
        kind = .all
        isLater = unwrapped.isDeferred
        mayBeMissing = true
      case .argument(let type):
        key = ServiceKey(type)
        kind = .argument
        isLater = false
        mayBeMissing = false
      }
    }
  }
}

/// The key of the service inside its wrappers, and the meaning of the wrappers.
struct UnwrappedKey {
  let key: ServiceKey
  let isOptional: Bool
  let isDeferred: Bool

  init(_ key: ServiceKey) {
    var (key, isOptional, isDeferred) = (key, false, false)
    while let wrapped = key.wrapped {
      key = wrapped.key
      if wrapped.isOptional { isOptional = true } else { isDeferred = true }
    }
    self.key = key
    self.isOptional = isOptional
    self.isDeferred = isDeferred
  }
}
