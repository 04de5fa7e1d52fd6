/// The parts of a registration that may be changed.
///
/// A change makes new settings, and exchanges them as a whole.
package struct Settings: Sendable {
  package var scope: any ObjectScopeProtocol
  package var completions: [Completion] = []
  package var decorators: [Decorator] = []
  package var disposers: [Disposer] = []
  package var isEager = false
  package var isForProduction = false

  package init(scope: any ObjectScopeProtocol) { self.scope = scope }

  fileprivate var isPlain: Bool {
    completions.isEmpty && decorators.isEmpty && disposers.isEmpty && !isEager && !isForProduction
  }
}

/// Settings as one object, and what a resolve asks of them.
final class Configuration: Sendable {
  let settings: Settings
  let kind: ScopeKind
  /// The factory with all that the settings put around it; `nil` if they put nothing.
  let composed: Recipe.Factory?
  /// Whether completions run after that.
  let isCompleted: Bool
  let mustBeAwaited: Bool
  /// Whether nothing runs beside the factory.
  let isPlain: Bool

  private init(_ settings: Settings, for recipe: Recipe?) {
    self.settings = settings
    kind = settings.scope.kind
    isCompleted = !settings.completions.isEmpty
    composed = recipe.flatMap { $0.composed(with: settings) }
    isPlain = composed == nil && !isCompleted
    mustBeAwaited = recipe?.asyncFactory != nil || settings.completions.contains(where: \.isAwaited)
  }
  static func make(_ settings: Settings, for recipe: Recipe) -> Configuration {
    (settings.isPlain ? known(settings.scope, recipe) : nil) ?? Configuration(settings, for: recipe)
  }
  static func make(_ scope: ObjectScope, for recipe: Recipe) -> Configuration {
    known(scope, recipe) ?? Configuration(Settings(scope: scope), for: recipe)
  }

  /// The one that all registrations share which have nothing but a factory and a standard scope.
  private static func known(_ scope: any ObjectScopeProtocol, _ recipe: Recipe) -> Configuration? {
    recipe.asyncFactory != nil || scope.kind == .custom ? nil : standard[Int(scope.kind.rawValue)]
  }
  /// In the order of the kinds.
  private static let standard = [
    ObjectScope.transient, .graph, .container, .weak, .transient, .perArgument, .scoped,
  ].map { Configuration(Settings(scope: $0), for: nil) }
}
