import FacetSyntax

/// What `resolve()` does, step by step.
///
/// Everything that `Output` and the configuration functions need without a lazy is built at once. What is needed only
/// through a lazy is built on demand. Keys that nobody needs do not occur.
struct ResolutionPlan {
  /// The building of one key.
  struct Step {
    var provider: ResolverFunction
    var isOnDemand: Bool
    /// For a key that is built at once the effects of its function; for one on demand also those of the keys that
    /// are then built along with it.
    var effects: EffectSet

    var key: String { provider.key }
  }

  let resolver: ResolverModel
  let output: String
  /// The keys in an order in which each comes after all that it needs.
  private(set) var steps: [Step] = []
  /// What `resolve()` itself can do.
  private(set) var effects = EffectSet()
  private var stepByKey: [String: Int] = [:]

  /// Plans the resolver, or gives up when a mistake that is reported elsewhere leaves nothing to plan.
  init?(_ resolver: ResolverModel) {
    guard case .key(let output) = resolver.outputUse else { return nil }
    guard resolver.graph.loops().isEmpty else { return nil }
    self.resolver = resolver
    self.output = output

    let wanted = [TypeUse.key(output)] + resolver.configurations.flatMap(\.parameters).map(\.use)
    let all = Self.reachable(from: wanted, in: resolver, includingLazies: true)
    let isBuiltAtOnce = Set(Self.reachable(from: wanted, in: resolver, includingLazies: false))
    for index in all {
      let key = resolver.keys[index].name
      guard let provider = resolver.provider(of: key) else { return nil }
      append(provider, isOnDemand: !isBuiltAtOnce.contains(index))
    }
    guard stepByKey[output] != nil else { return nil }
    for configuration in resolver.configurations { effects.formUnion(configuration.effects) }
  }

  /// The step that builds a key that the plan holds.
  func step(for key: String) -> Step? { stepByKey[key].map { steps[$0] } }

  /// All functions that are called, those on demand too.
  var sites: [ResolverModel.Site] { steps.map(\.provider.site) + resolver.configurations.map(\.site) }

  /// What all that is called takes.
  var parameters: [ResolverParameter] {
    steps.flatMap(\.provider.filled) + resolver.configurations.flatMap(\.parameters)
  }

  /// The declarations of the keys that are built.
  var keySites: [ResolverModel.Site] { steps.compactMap { resolver.key(named: $0.key)?.site } }

  private mutating func append(_ provider: ResolverFunction, isOnDemand: Bool) {
    var total = provider.effects
    for parameter in provider.filled where isOnDemand {
      guard case .key(let key) = parameter.use, let needed = step(for: key), needed.isOnDemand else {
        continue
      }
      total.formUnion(needed.effects)
    }
    if !isOnDemand { effects.formUnion(provider.effects) }
    stepByKey[provider.key] = steps.count
    steps.append(Step(provider: provider, isOnDemand: isOnDemand, effects: total))
  }

  /// The keys that are needed, in dependency order.
  private static func reachable(
    from wanted: [TypeUse], in resolver: ResolverModel, includingLazies: Bool
  ) -> [Int] {
    let roots = wanted.filter { includingLazies || !$0.isLazy }.compactMap(\.key)
    return resolver.graph.dependencyOrder(from: roots.compactMap(resolver.index(ofKey:))) {
      includingLazies || !$0.isDeferred
    }
  }
}
