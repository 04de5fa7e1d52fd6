/// A lazy of a key that is built on demand has the form that its building needs.
///
/// A lazy of a key that is built at once is made of its value, so any form will do.
enum LazyFormCheck {
  static func run(_ plan: ResolutionPlan) -> [Diagnostic] {
    let parameters =
      plan.steps.flatMap(\.provider.parameters) + plan.resolver.configurations.flatMap(\.parameters)
    return parameters.compactMap { problem(of: $0, plan) }
  }

  private static func problem(of parameter: ResolverParameter, _ plan: ResolutionPlan) -> Diagnostic? {
    guard case .lazy(let form, let key, let failure) = parameter.use, let step = plan.step(for: key),
      step.isOnDemand
    else { return nil }
    let needed = LazyForm(step.effects)
    if form == needed, failure == step.effects.failure { return nil }
    let failureArgument = step.effects.failure.map { ", \($0.spelling)" } ?? ""
    return .error(
      "\(reason(step, key)), so parameter '\(parameter.declaration.name)' must be of type "
        + "'\(needed.rawValue)<\(GeneratedName.key(key))\(failureArgument)>'", at: parameter.location,
      notes: [
        Diagnostic.Note(
          "'Key.\(key)' is built by '\(step.provider.name)' here", at: step.provider.site.location)
      ])
  }

  private static func reason(_ step: ResolutionPlan.Step, _ key: String) -> String {
    let through = step.effects == step.provider.effects ? "" : ", counting what it needs,"
    switch (step.effects.isAsync, step.effects.failure) {
    case (false, nil): return "building 'Key.\(key)' neither throws nor suspends"
    case (true, nil): return "building 'Key.\(key)'\(through) is async and does not throw"
    case (false, let failure?):
      return "building 'Key.\(key)'\(through) throws \(failure.spelling) and is not async"
    case (true, let failure?):
      return "building 'Key.\(key)'\(through) is async and throws \(failure.spelling)"
    }
  }
}
