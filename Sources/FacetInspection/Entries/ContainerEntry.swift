import Facet

/// One key of a container, as data.
///
/// ```swift
/// for entry in container.entries { print(entry.key, entry.objectScope, entry.location) }
/// ```
///
/// A snapshot: what is registered or changed later is not seen. It keeps the registration, but no instance and no container.
public struct ContainerEntry: Sendable {
  /// The key that is asked for.
  public let key: ServiceKey
  /// Where the key was registered or forwarded.
  public let location: CodeLocation
  /// The key of the entry behind a forward; `nil` if it is none.
  public let target: ServiceKey?
  /// The scope of the instances: that of the target, for a forward.
  public let objectScope: any ObjectScopeProtocol
  /// What an initializer needs, one parameter after the other; `nil` for a closure, of which nobody knows before it runs.
  public let needs: [Dependency]?
  /// The actor on which alone an instance is built; `nil` for none, and for what Swift 5 code registered.
  public let actor: (any Actor)?
  /// Whether an instance is built by `await` alone.
  public let isAsync: Bool
  /// How many completions are run for each instance.
  public let completionCount: Int
  /// How many decorators wrap each instance.
  public let decoratorCount: Int
  /// The name of the type of the assembly that registered the key; `nil` if none did.
  public let assembly: String?
  /// Zero for the container that was asked, one for its parent, and so on.
  public let level: Int

  let order: Int
  let record: Record
  let isByClosure: Bool

  /// Whether the key points at the entry of another key.
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
  /// One parameter of an initializer that a service is registered by.
  public struct Dependency: Sendable {
    /// What is resolved for a parameter.
    public enum Kind: String, Sendable {
      /// The service, which must be there.
      case required
      /// The service, or nothing.
      case optional
      /// The service, later: by a `Lazy` or a `Provider`.
      case deferred
      /// All services of the type.
      case all
      /// An argument of the resolve.
      case argument
    }

    /// The key of the service itself, without wrappers.
    public let key: ServiceKey
    /// What is resolved for the parameter.
    public let kind: Kind
    /// Whether the service may be missing, also if it is resolved later.
    let mayBeMissing: Bool
    /// Whether it is built when it is used.
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

/// The key of the service within any number of wrappers, and what these mean for it.
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
