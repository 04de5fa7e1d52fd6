/// Why a service could not be resolved, as data and as a text.
///
/// ```swift
/// do {
///   let tea = try container.require(Tea.self, name: "green")
/// } catch {
///   print(error.code)          // notRegistered
///   print(error)               // the whole message
/// }
/// ```
///
/// Print the error itself: `localizedDescription`, which Foundation makes for every error, says nothing of this.
///
/// The nearest registrations are looked up when you read ``nearMisses`` or the text. Until then an error keeps the
/// registrations of the container, but none of its instances.
public struct ResolutionError: Error {
  /// The kinds of failure.
  public enum Code: String, Sendable, CustomStringConvertible {
    /// No registration matches the key.
    case notRegistered
    /// A service needs itself to be built.
    case loop
    /// A factory threw an error, or a decorator.
    case factoryFailed
    /// So many services are nested that the stack of the thread is nearly used up; or too many awaited services or uses of lazies are.
    case tooDeep
    /// A `Lazy`, a `Provider`, one of their awaited relatives, or a lazily injected property was used after its container was gone.
    case containerGone
    /// The container was closed.
    case containerClosed
    /// A service that belongs to an actor was to be built elsewhere.
    case wrongActor
    /// A service that must be awaited was asked for synchronously.
    case needsAwait
    /// The task that waited for a service was cancelled.
    case cancelled

    /// The name of the case.
    public var description: String { rawValue }
  }

  /// A registration that resembles the key that was not found.
  public struct Neighbor: Sendable, CustomStringConvertible {
    /// Its key.
    public let key: ServiceKey
    /// Where it was written.
    public let location: CodeLocation
    /// The key that it forwards to, if it is a forward.
    public let target: ServiceKey?
    /// Whether it belongs to a child of the container that was asked, and so cannot be seen.
    public let isInChild: Bool

    /// The key and the place in words.
    public var description: String { "\(key), \(place(.short))" }

    /// Where it is, and where it leads.
    func place(_ names: TypeNames) -> String {
      let child = isInChild ? " in a child container" : ""
      guard let target else { return "registered\(child) at \(location)" }
      return "forwarded\(child) to \(names.text(for: target)) at \(location)"
    }
  }

  /// What an error says, behind one pointer: passing an error on costs no more than one word.
  private final class Details: Sendable {
    let code: Code
    let key: ServiceKey
    let enclosing: [ServiceKey]
    let otherPath: [ServiceKey]
    let location: CodeLocation?
    let underlyingError: (any Error)?
    let initializer: Initializer?
    let isolation: Isolation?
    let isAwaited: Bool
    let isOfMain: Bool
    private let search: Guarded<Search>

    enum Search {
      case open(any NearMissSearch)
      case done([Neighbor])
    }

      init(
      _ code: Code, _ key: ServiceKey, _ enclosing: [ServiceKey], _ otherPath: [ServiceKey],
      _ location: CodeLocation?, _ search: (any NearMissSearch)?, _ underlyingError: (any Error)?,
      _ initializer: Initializer?, _ isolation: Isolation?, isAwaited: Bool
    ) {
      self.code = code
      self.isolation = isolation
      self.isAwaited = isAwaited
      isOfMain = search?.isMain ?? false
      self.initializer = initializer
      self.key = key
      self.enclosing = enclosing
      self.otherPath = otherPath
      self.location = location
      self.underlyingError = underlyingError
      self.search = Guarded(search.map(Search.open) ?? .done([]))
    }

    var nearMisses: [Neighbor] {
      @inline(never) get {
        switch search.value {
        case .done(let neighbors): return neighbors
        case .open(let finder):
          // Outside the lock: the search takes the lock of every registry that it reads.
          let neighbors = finder.nearMisses(of: key)
          // What another thread found meanwhile counts.
          let old = search.withLock { search in
            let old = search
            if case .open = old { search = .done(neighbors) }
            return old
          }
          return if case .done(let others) = old { others } else { neighbors }
        }
      }
    }
  }

  private let details: Details

  /// Tells errors apart, as long as both are kept.
  package var identity: ObjectIdentifier { ObjectIdentifier(details) }

  /// Makes an error about `key`.
  ///
  /// `enclosing` are the keys that were being built when `key` was asked for. `search` finds the near misses. `initializer` is what
  /// asked for the key, if it was registered. `isAwaited` says whether the service can be had only by `await`.
  package init(
    _ code: Code, key: ServiceKey, enclosing: [ServiceKey] = [], otherPath: [ServiceKey] = [],
    location: CodeLocation? = nil, search: (any NearMissSearch)? = nil, underlyingError: (any Error)? = nil,
    initializer: Initializer? = nil, isolation: Isolation? = nil, isAwaited: Bool = false
  ) {
    details = Details(
      code, key, enclosing, otherPath, location, search, underlyingError, initializer, isolation,
      isAwaited: isAwaited)
  }

  /// Makes an error about the last key of a path, which is not empty.
  init(
    _ code: Code, path: [ServiceKey], location: CodeLocation?, underlyingError: (any Error)? = nil,
    isolation: Isolation? = nil, isAwaited: Bool = false
  ) {
    self.init(
      code, key: path[path.count - 1], enclosing: Array(path.dropLast()), location: location,
      underlyingError: underlyingError, isolation: isolation, isAwaited: isAwaited)
  }

  /// What kind of failure it is.
  public var code: Code { details.code }

  /// The key that could not be resolved.
  public var key: ServiceKey { details.key }

  /// The keys from the one that the program asked for to ``key``.
  public var path: [ServiceKey] { details.enclosing + [details.key] }

  /// The path of the thread that waits for this one; for a loop that runs over two threads.
  public var otherPath: [ServiceKey] { details.otherPath }

  /// Where the service was registered; `nil` if it is not registered.
  public var location: CodeLocation? { details.location }

  /// The nearest registrations, the most similar first; looked up at the first use.
  ///
  /// - Complexity: O(*n*) in the number of registrations at the first use; O(1) from then on.
  public var nearMisses: [Neighbor] { details.nearMisses }

  /// The parameters of the registered initializer that needs the service; `nil` if something else asked for it.
  public var initializerParameters: [Any.Type]? { details.initializer?.parameterTypes }

  /// The registered initializer that needs the service.
  var initializer: Initializer? { details.initializer }

  /// The actor that the service belongs to, if the code is ``Code/wrongActor``.
  public var actor: (any Actor)? { details.isolation?.actor }

  /// Whether the service can be had only by `await`.
  var isAwaited: Bool { details.isAwaited }

  /// Whether the main container was asked.
  var isOfMain: Bool { details.isOfMain }

  /// What belongs to the actor.
  var isolation: Isolation? { details.isolation }

  /// What the factory threw, or the decorator.
  public var underlyingError: (any Error)? { decoratorFailure?.error ?? details.underlyingError }

  /// Where the decorator is written that threw, if it was one.
  package var decorator: CodeLocation? { decoratorFailure?.location }

  private var decoratorFailure: DecoratorFailure? { details.underlyingError as? DecoratorFailure }
}

extension ResolutionError: CustomStringConvertible {
  /// The whole text: what is wrong, where, what is near, and how to fix it.
  public var description: String { ErrorMessage(self).text }
}

/// Finds the registrations that resemble a key, when the near misses of an error are read.
package protocol NearMissSearch: AnyObject, Sendable {
  /// Whether it searches the main container.
  var isMain: Bool { get }
  func nearMisses(of key: ServiceKey) -> [ResolutionError.Neighbor]
}
