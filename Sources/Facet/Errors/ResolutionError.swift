/// The reason why a service could not be resolved, as data and as text.
///
/// ```swift
/// do {
///   let tea = try container.require(Tea.self, name: "green")
/// } catch {
///   print(error.code)          // prints notRegistered
///   print(error)               // the whole message
/// }
/// ```
///
/// Print the error itself, or its ``description``. `localizedDescription` comes from Foundation, which this module does not import, so it
/// contains only the type's name. If your program shows it to users, import the module `FacetFoundation`: then it contains the whole text.
///
/// The nearest registrations are searched for when you read ``nearMisses`` or the text. Until then an error keeps the registrations of the
/// container, but none of its instances.
public struct ResolutionError: Error {
  /// The kinds of failure.
  public enum Code: String, Sendable, CustomStringConvertible {
    /// No registration matches the key.
    case notRegistered
    /// A service needs itself to be built.
    case loop
    /// A factory, a decorator or an `initCompleted` threw an error.
    case factoryFailed
    /// Too many services are nested for the stack of the thread, or too many awaited services or uses of lazies are nested.
    case tooDeep
    /// A `Lazy`, a `Provider`, one of their asynchronous forms, or a lazily injected property was used after its container was gone.
    case containerGone
    /// The container was closed.
    case containerClosed
    /// A service that belongs to an actor was resolved outside that actor.
    case wrongActor
    /// A service that must be awaited was resolved synchronously.
    case needsAwait
    /// The task that waited for a service was cancelled.
    case cancelled
    /// The `onClose` action of a released instance threw an error, outside of any resolve.
    case endFailed

    /// The name of the case.
    public var description: String { rawValue }
  }

  /// A registration that resembles the key that was not found.
  public struct Neighbor: Sendable, CustomStringConvertible {
    /// Its key.
    public let key: ServiceKey
    /// The location of the registration.
    public let location: CodeLocation
    /// The key that it forwards to, if it is a forward.
    public let target: ServiceKey?
    /// Whether it belongs to a child of the container, and is therefore not visible.
    public let isInChild: Bool
    /// The kind of resemblance to the key.
    let resemblance: Resemblance
    /// The services that its initializer takes.
    let needs: [Any.Type]

    /// The key and the location in words.
    public var description: String { "\(key), \(place(.short))" }

    /// The location, and the target.
    func place(_ names: TypeNames) -> String {
      let child = isInChild ? " in a child container" : ""
      guard let target else { return "registered\(child) at \(location)" }
      return "forwarded\(child) to \(names.text(for: target)) at \(location)"
    }
  }

  /// The data of an error, behind one pointer: passing an error on costs no more than one word.
  private final class Details: Sendable {
    let code: Code
    let key: ServiceKey
    let enclosing: [PathStep]
    let otherPath: [PathStep]
    let location: CodeLocation?
    /// Where the container was closed.
    let closing: CodeLocation?
    /// The container that was asked; only compared.
    let asked: ObjectIdentifier?
    let underlyingError: (any Error)?
    let initializer: Initializer?
    let isolation: Isolation?
    let isAwaited: Bool
    let isOfMain: Bool
    private let search: Guarded<Search>

    enum Search {
      case open(Registry)
      case done([Neighbor])
    }

    init(
      _ code: Code, _ key: consuming ServiceKey, _ enclosing: consuming [PathStep],
      _ otherPath: consuming [PathStep],
      _ location: consuming CodeLocation?, _ closing: consuming CodeLocation?, _ registry: Registry?,
      _ underlyingError: consuming (any Error)?, _ initializer: consuming Initializer?,
      _ isolation: consuming Isolation?, isAwaited: Bool
    ) {
      self.code = code
      self.key = key
      self.enclosing = enclosing
      self.otherPath = otherPath
      self.location = location
      self.closing = closing
      asked = registry.map { ObjectIdentifier($0) }
      self.underlyingError = underlyingError
      self.initializer = initializer
      self.isolation = isolation
      self.isAwaited = isAwaited
      isOfMain = registry?.isMain == true
      search = Guarded(registry.map(Search.open) ?? .done([]))
    }

    var nearMisses: [Neighbor] {
      guard case .open(let registry) = search.value else { return found }
      // Outside the lock: the search takes the lock of every registry that it reads.
      let neighbors = registry.nearMisses(of: key)
      // If another thread has found them meanwhile, its result counts. The registry is released outside the lock.
      let old = search.withLock { search in
        guard case .open = search else { return search }
        return exchange(&search, with: .done(neighbors))
      }
      withExtendedLifetime(old) {}
      return found
    }

    private var found: [Neighbor] {
      if case .done(let neighbors) = search.value { neighbors } else { [] }
    }
  }

  private let details: Details

  /// Tells errors apart, as long as both are kept.
  package var identity: ObjectIdentifier { ObjectIdentifier(details) }

  /// Makes an error about `key`.
  ///
  /// `enclosing` are the services under construction when `key` was resolved. `search` is the registry, and finds the near misses. `initializer`
  /// is the registered initializer that needs the key, if any. `isAwaited` is true if the service is available only with `await`.
  package init(
    _ code: Code, key: consuming ServiceKey, enclosing: consuming [PathStep] = [],
    otherPath: consuming [PathStep] = [], location: consuming CodeLocation? = nil,
    closing: consuming CodeLocation? = nil, search: Registry? = nil,
    underlyingError: consuming (any Error)? = nil, initializer: consuming Initializer? = nil,
    isolation: consuming Isolation? = nil,
    isAwaited: Bool = false
  ) {
    details = Details(
      code, key, enclosing, otherPath, location, closing, search, underlyingError, initializer, isolation,
      isAwaited: isAwaited)
  }

  /// Makes an error about the last service of a path, which is not empty.
  init(
    _ code: Code, path: consuming [PathStep], closing: CodeLocation? = nil,
    underlyingError: (any Error)? = nil,
    isolation: Isolation? = nil, isAwaited: Bool = false
  ) {
    let last = path.removeLast()
    self.init(
      code, key: last.key, enclosing: path, location: last.location, closing: closing,
      underlyingError: underlyingError, isolation: isolation, isAwaited: isAwaited)
  }

  /// The kind of failure.
  public var code: Code { details.code }

  /// The key that could not be resolved.
  public var key: ServiceKey { details.key }

  /// The keys from the top-level resolve to ``key``.
  public var path: [ServiceKey] { steps.map(\.key) }

  /// The locations of the registrations of ``path``; `nil` for a service that is not registered.
  public var places: [CodeLocation?] { steps.map(\.location) }

  /// The path of the thread that waits for this one, for a loop across two threads.
  public var otherPath: [ServiceKey] { details.otherPath.map(\.key) }

  /// The location of the registration; `nil` if the service is not registered.
  public var location: CodeLocation? { details.location }

  /// The location of the call that closed the container or a parent, if the code is ``Code/containerClosed``.
  public var closingPlace: CodeLocation? { details.closing }

  /// The services of ``path``.
  var steps: [PathStep] {
    details.enclosing + [PathStep(details.key, at: details.location)]
  }

  /// The services of ``otherPath``.
  var otherSteps: [PathStep] { details.otherPath }

  /// The innermost kept service on the path for which the key was resolved: no other container can build it.
  var keeper: ServiceKey? {
    details.asked.flatMap { asked in details.enclosing.last { $0.keeper == asked }?.key }
  }

  /// The nearest registrations, the most similar first; searched for at the first use.
  ///
  /// - Complexity: O(*n*) in the number of registrations at the first use; O(1) from then on.
  public var nearMisses: [Neighbor] { details.nearMisses }

  /// The registered initializer that needs the service.
  var initializer: Initializer? { details.initializer }

  /// The actor that the service belongs to, if the code is ``Code/wrongActor``.
  public var actor: (any Actor)? { details.isolation?.actor }

  /// Whether the service is available only with `await`.
  var isAwaited: Bool { details.isAwaited }

  /// Whether the main container was asked.
  var isOfMain: Bool { details.isOfMain }

  /// The part that belongs to the actor.
  var isolation: Isolation? { details.isolation }

  /// The error of the factory, the decorator or the `initCompleted`.
  public var underlyingError: (any Error)? {
    decoratorFailure?.error ?? completionFailure?.error ?? details.underlyingError
  }

  /// The part that threw, as a text names it.
  package var failingPart: String {
    decoratorFailure != nil ? "decorator" : completionFailure != nil ? "initCompleted" : "factory"
  }

  /// The location of the decorator that threw, if a decorator threw.
  package var decorator: CodeLocation? { decoratorFailure?.location }

  private var completionFailure: CompletionFailure? { details.underlyingError as? CompletionFailure }

  private var decoratorFailure: DecoratorFailure? { details.underlyingError as? DecoratorFailure }
}

extension ResolutionError: CustomStringConvertible {
  /// The whole text: the error, its location, the near misses, and how to fix it.
  public var description: String { ErrorMessage(self).text }
}
