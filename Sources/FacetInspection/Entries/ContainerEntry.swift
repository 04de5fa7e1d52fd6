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
    completionCount = settings.completions.count
    decoratorCount = settings.decorators.count
    self.assembly = assembly
    self.level = level
    order = registration.order
    self.record = record
    isByClosure = registration.forward?.conversion.isUserCode == true
  }
}

extension ContainerEntry {
  /// One parameter of a registered initializer.
  public struct Dependency: Sendable {
    /// The kind of value for a parameter.
    public enum Kind: Sendable {
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
    /// Whether all services of the type are taken by their names.
    let isByName: Bool
    /// How it is needed.
    let manner: Manner

    init(_ need: Need) {
      let (key, isList, isByName) =
        switch need {
        case .service(let key): (key, false, false)
        case .all(let key, let isByName): (key, true, isByName)
        case .argument(let type): (ServiceKey(type), false, false)
        }
      self.isByName = isByName
      let unwrapped = UnwrappedKey(key)
      if case .argument = need {
        (self.key, kind, isLater, manner, mayBeMissing) = (key, .argument, false, Manner(), false)
        return
      }
      self.key = unwrapped.key
      kind = isList ? .all : unwrapped.isDeferred ? .deferred : unwrapped.isOptional ? .optional : .required
      isLater = unwrapped.isDeferred
      manner = Manner(isKept: unwrapped.isKept, isAwaited: unwrapped.isAwaited, isTaken: true)
      mayBeMissing = isList || unwrapped.isOptional
    }
  }
}

/// How a service is needed.
struct Manner: Hashable, Sendable {
  /// Whether a lazy keeps the service after its first use, and no provider asks for it anew.
  var isKept = false
  /// Whether the service is awaited.
  var isAwaited = false
  /// Whether an initializer is registered that takes it.
  var isTaken = false
  /// The part of the service that needs it.
  var part = ServicePart.factory
}

/// The key of the service inside its wrappers, and the meaning of the wrappers.
struct UnwrappedKey {
  let key: ServiceKey
  let isOptional: Bool
  let isDeferred: Bool
  /// Whether a lazy keeps the service, and no provider asks for it anew.
  let isKept: Bool
  /// Whether its use awaits: the innermost wrapper says it.
  let isAwaited: Bool

  init(_ key: ServiceKey) {
    var (key, isOptional, isDeferred, isAskedAnew, isAwaited) = (key, false, false, false, false)
    while let wrapped = key.wrapped {
      if wrapped.isOptional {
        isOptional = true
      } else {
        (isDeferred, isAwaited) = (true, wrapped.isAwaited)
        if !wrapped.isKept { isAskedAnew = true }
      }
      key = wrapped.key
    }
    (self.key, self.isOptional, self.isDeferred) = (key, isOptional, isDeferred)
    (isKept, self.isAwaited) = (isDeferred && !isAskedAnew, isAwaited)
  }
}
