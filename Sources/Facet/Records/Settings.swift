/// What may be changed of a registration.
///
/// A change makes new settings, and exchanges them as a whole.
package struct Settings: Sendable {
  /// An action of `initCompleted`.
  package struct Completion: Sendable {
    package typealias Action =
      @Sendable (_ resolver: any Resolver, _ instance: Instance, _ arguments: Arguments) throws -> Void
    package typealias AsyncAction =
      @Sendable (_ resolver: any Resolver, _ instance: Instance, _ arguments: KeptArguments?) async throws ->
      Void
    package enum Kind: Sendable {
      case now(Action)
      case later(AsyncAction)
    }
    package var kind: Kind
    /// The actor of an action that is not awaited.
    package let isolation: Isolation?

    package init(kind: Kind, isolation: Isolation?) { (self.kind, self.isolation) = (kind, isolation) }

    package var isAwaited: Bool { if case .later = kind { true } else { false } }
  }
  /// A service that ends later than this one.
  struct LaterEnd: Sendable {
    let serviceType: Any.Type
    let name: String?
  }

  package var scope: any ObjectScopeProtocol
  package var completions: [Completion] = []
  package var decorators: [Decorator] = []
  package var disposers: [Disposer] = []
  var laterEnds: [LaterEnd] = []
  var isEager = false
  package var isLive = false
  /// Makes the factory of a decorated service of a parent again, for a copy in another container.
  package var wrappingFactory: (@Sendable (Registry) -> Recipe.Factory)?

  package init(scope: any ObjectScopeProtocol) { self.scope = scope }

  /// The same for another scope.
  package func with(scope: any ObjectScopeProtocol) -> Settings {
    var copy = self
    copy.scope = scope
    return copy
  }
  fileprivate var isPlain: Bool {
    completions.isEmpty && decorators.isEmpty && disposers.isEmpty && laterEnds.isEmpty && !isEager && !isLive
      && wrappingFactory == nil
  }
}

/// Settings as one object, and what each resolve asks of them.
final class Configuration: Sendable {
  let settings: Settings
  let mode: Mode

  private init(_ settings: Settings) {
    self.settings = settings
    mode = Mode(settings)
  }
  static func make(_ settings: Settings) -> Configuration {
    let kind = settings.scope.kind
    return (settings.isPlain ? plain.first { $0.mode.kind == kind } : nil) ?? Configuration(settings)
  }
  /// Shared by all registrations that have nothing but a scope.
  private static let plain = [
    ObjectScope.transient, .graph, .container, .weak, .scoped, .perArgument,
  ].map { Configuration(Settings(scope: $0)) }
}

/// What a resolve must know of a registration before it begins.
struct Mode: Equatable {
  var kind: ScopeKind
  /// Whether something runs after the factory.
  var isCompleted = false
  /// Whether a build looks at the settings first: for decorators, and the actors and awaits of completions.
  var isChanged = false
  /// The same, or it looks at the recipe: for the actor or the await of the factory.
  var isSpecial = false

  init(_ settings: Settings) {
    kind = settings.scope.kind
    isCompleted = !settings.completions.isEmpty
    isChanged =
      !settings.decorators.isEmpty || settings.completions.contains { $0.isAwaited || $0.isolation != nil }
    isSpecial = isChanged
  }
}
