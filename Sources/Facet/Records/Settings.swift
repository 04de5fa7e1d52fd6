/// What may be changed of a registration.
///
/// A change makes new settings, and exchanges them as a whole.
package struct Settings: Sendable {
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

/// Settings as one object, and how a service is made with them.
final class Configuration: Sendable {
  let settings: Settings
  let kind: ScopeKind
  /// Runs the factory, with all that the settings put around it.
  let make: Recipe.Factory
  /// Whether something runs after that.
  let isCompleted: Bool

  private let isAddition: Bool
  var mode: Mode { Mode(kind: kind, additions: isAddition ? self : nil) }

  private init(_ settings: Settings, _ recipe: Recipe?) {
    self.settings = settings
    kind = settings.scope.kind
    isCompleted = !settings.completions.isEmpty
    let composed = recipe.flatMap { $0.composed(with: settings) }
    make = composed ?? recipe?.factory ?? Recipe.neverCalled
    isAddition = isCompleted || composed != nil
  }
  static func make(_ settings: Settings, _ recipe: Recipe) -> Configuration {
    let kind = settings.scope.kind
    let isPlain = settings.isPlain && recipe.isPlain
    return (isPlain ? plain.first { $0.kind == kind } : nil) ?? Configuration(settings, recipe)
  }
  /// Shared by all registrations that have nothing but a factory and a scope.
  private static let plain = [
    ObjectScope.transient, .graph, .container, .weak, .scoped, .perArgument,
  ].map { Configuration(Settings(scope: $0), nil) }
}

/// What a resolve must know of a record before it begins.
struct Mode {
  var kind: ScopeKind
  /// What runs beside the factory; `nil` for most.
  var additions: Configuration?
}
