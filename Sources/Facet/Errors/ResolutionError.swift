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
/// contains only the type's name. If your program shows it to users, conform the type to `LocalizedError`: <doc:Failures> has the three lines.
///
/// The text is written when you read it, and says what was true when the resolve failed: the error keeps the registrations that were searched.
public struct ResolutionError: Error {
  /// The kinds of failure.
  public enum Code: Sendable {
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
    /// The container was closed. Where that refuses a start or a reset, the key is that of `Container`.
    case containerClosed
    /// A service that belongs to an actor was resolved outside that actor.
    case wrongActor
    /// A service that must be awaited was resolved synchronously.
    case needsAwait
    /// The task that waited for a service was cancelled.
    case cancelled
    /// The `onClose` action of a released instance threw an error, outside of any resolve; or a container was released, and never closed, with
    /// services that have such actions.
    case endFailed
    /// Resolves have waited for more than ten seconds for a build of a kept service. They go on waiting.
    case longWait
  }

  /// A registration that resembles the key that was not found.
  public struct Neighbor: Sendable {
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
  }

  /// The data of an error, behind one pointer: passing an error on costs no more than one word.
  private class Details: Opaque, @unchecked Sendable {
    // Unchecked because a class with a subclass cannot be checked: nothing here changes.
    let code: Code
    /// The services around, and the failed one itself if it is registered.
    let enclosing: [PathStep]
    let last: PathStep
    var extras: Extras { Extras() }
    /// The registrations that were searched.
    let search: NearSearch?

    init(_ code: Code, _ enclosing: [PathStep], _ last: PathStep, search: NearSearch?) {
      (self.code, self.enclosing, self.last, self.search) = (code, enclosing, last, search)
    }
  }
  private final class RareDetails: Details, @unchecked Sendable {
    // Unchecked as its superclass.
    private let ownExtras: Extras
    override var extras: Extras { ownExtras }

    init(_ code: Code, _ enclosing: [PathStep], _ last: PathStep, with extras: Extras, search: NearSearch?) {
      ownExtras = extras
      super.init(code, enclosing, last, search: search)
    }
  }
  private let details: Details

  /// Tells errors apart, as long as both are kept.
  package var identity: ObjectIdentifier { ObjectIdentifier(details) }

  /// Makes an error about `last`, the end of the path.
  init(
    _ code: Code, _ enclosing: [PathStep], _ last: PathStep, with extras: Extras? = nil,
    search: NearSearch? = nil
  ) {
    var extras = extras
    if code == .containerClosed, Close.around != nil {
      extras = extras ?? Extras()
      extras?.isEnding = true
    }
    details =
      extras.map { RareDetails(code, enclosing, last, with: $0, search: search) }
      ?? Details(code, enclosing, last, search: search)
  }
  /// Makes an error about a key that is not registered in a container now.
  package init(
    _ code: Code, key: ServiceKey, enclosing: [PathStep] = [], search: Registry? = nil,
    underlyingError: (any Error)? = nil
  ) {
    self.init(
      code, enclosing, PathStep(key), with: underlyingError.map { Extras(underlyingError: $0) },
      search: search?.search)
  }
  /// Makes an error about the last service of a path, which is not empty.
  init(_ code: Code, path: [PathStep], with extras: Extras? = nil) {
    self.init(code, path.dropLast(), path[path.count - 1], with: extras)
  }

  /// This error, saying which parameter of an initializer is missing, if that is what failed.
  func about(_ initializer: Initializer, askedAt depth: Int) -> ResolutionError {
    guard code == .notRegistered, details.extras.initializer == nil, details.search != nil,
      path.count == depth + 1
    else { return self }
    var extras = details.extras
    extras.initializer = initializer
    return ResolutionError(code, details.enclosing, details.last, with: extras, search: details.search)
  }

  /// This error, naming the wrapper, if it is a loop that a wrapper closes.
  ///
  /// The service is on the path already, so the use came too early.
  func used(through wrapper: Any.Type, at depth: Int) -> ResolutionError {
    guard code == .loop, path.count == depth + 1, details.extras.wrapper == nil else { return self }
    var extras = details.extras
    extras.wrapper = wrapper
    return ResolutionError(code, details.enclosing, details.last, with: extras, search: details.search)
  }

  /// This error, as a property of the service at `depth` meets it.
  func ofProperty(at location: CodeLocation, askedAt depth: Int) -> ResolutionError {
    var (extras, enclosing) = (details.extras, details.enclosing)
    extras.property = location
    if enclosing.indices.contains(depth - 1) { enclosing[depth - 1].part = .property }
    return ResolutionError(code, enclosing, details.last, with: extras, search: details.search)
  }

  /// The kind of failure.
  public var code: Code { details.code }

  /// Whether the asked service itself is not registered, and no service that it needs.
  ///
  /// `depth` is the number of services around the asked one.
  func isMissing(below depth: Int) -> Bool { code == .notRegistered && details.enclosing.count == depth }

  /// The key that could not be resolved.
  public var key: ServiceKey { details.last.key }

  /// The keys from the top-level resolve to ``key``.
  public var path: [ServiceKey] { steps.map(\.key) }

  /// The locations of the registrations of ``path``; `nil` for a service that is not registered.
  public var places: [CodeLocation?] { steps.map(\.location) }

  /// The location of the registration; `nil` if the service is not registered.
  public var location: CodeLocation? { details.last.location }

  /// The location of the call that closed the container or a parent, if the code is ``Code/containerClosed``.
  package var closingPlace: CodeLocation? { details.extras.closing }

  /// The services of ``path``.
  var steps: [PathStep] { details.enclosing + [details.last] }

  /// The innermost kept service on the path for which the key was resolved: no other container can build it.
  var keeper: ServiceKey? {
    details.search.flatMap { search in details.enclosing.first { $0.keeper == search.asked }?.key }
  }

  /// The registrations nearest to the key when the resolve failed, the most similar first.
  ///
  /// They are those of the container, of its parents, and of its newest children.
  ///
  /// - Complexity: O(*n*) in the number of registrations.
  public var nearMisses: [Neighbor] { details.search?.nearMisses(of: key) ?? [] }

  /// The registered initializer that needs the service.
  var initializer: Initializer? { details.extras.initializer }

  /// The actor that the service belongs to, if the code is ``Code/wrongActor``.
  public var actor: (any Actor)? { details.extras.isolation?.actor }

  /// Whether the service is available only with `await`.
  var isAwaited: Bool { details.extras.isAwaited }

  /// Whether the main container was asked.
  var isOfMain: Bool { details.search?.isOfMain == true }
  /// Whether it was resolved by the closure of `overriding`, before the services of the original were copied.
  var isEarly: Bool { details.search?.isOverriding == true }
  /// Whether it was resolved while an assembly registers.
  var isDrafted: Bool { details.search?.isDrafted == true }
  /// The services that wait longest, if the code is ``Code/longWait``.
  package var waitingPath: [ServiceKey]? { details.extras.waiting?.map(\.key) }
  /// How many resolves wait, if the code is ``Code/longWait``.
  var waiters: Int { details.extras.waiters }

  /// The refused call, if the code is ``Code/containerClosed``.
  var refused: Refused { details.extras.refused }

  /// The types of the arguments in a recursion that never compare equal, because they are or have closures.
  var incomparable: [Any.Type] { details.extras.incomparable }

  /// Whether an action of a close asked.
  var isEnding: Bool { details.extras.isEnding }
  /// The part of the last service but one that asks for the last.
  var askingPart: ServicePart {
    details.extras.isOfStorage ? .storage : details.enclosing.last?.part ?? .factory
  }
  /// The `Lazy` or `Provider` that was used while its service is being built.
  package var wrapper: Any.Type? { details.extras.wrapper }

  /// How many services were released without their ends, and whether by a child.
  var unended: (count: Int, isOfChild: Bool)? { details.extras.unended }

  /// Where the property is declared that failed.
  var property: CodeLocation? { details.extras.property }

  /// The part that belongs to the actor.
  var isolation: Isolation? { details.extras.isolation }

  /// The error of the factory, the decorator or the `initCompleted`; a `CancellationError` if the waiting task was cancelled.
  public var underlyingError: (any Error)? {
    decoratorFailure?.error ?? completionFailure?.error ?? details.extras.underlyingError
      ?? (code == .cancelled ? CancellationError() : nil)
  }

  /// The part that threw, as a text names it.
  package var failingPart: String {
    decoratorFailure != nil ? "decorator" : completionFailure != nil ? "initCompleted" : "factory"
  }

  /// The location of the decorator that threw, if a decorator threw.
  package var decorator: CodeLocation? { decoratorFailure?.location }

  private var completionFailure: CompletionFailure? { details.extras.underlyingError as? CompletionFailure }

  private var decoratorFailure: DecoratorFailure? { details.extras.underlyingError as? DecoratorFailure }
}
