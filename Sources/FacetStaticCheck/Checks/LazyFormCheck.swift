import FacetSyntax

/// A lazy of a key that is built on demand has the form that its building needs.
///
/// A lazy of a key that is built at once is made of its value, so any form will do.
enum LazyFormCheck {
  static func run(_ plan: ResolutionPlan) -> [Diagnostic] {
    plan.parameters.compactMap { problem(of: $0, plan) }
  }

  private static func problem(of parameter: ResolverParameter, _ plan: ResolutionPlan) -> Diagnostic? {
    guard case .lazy(let form, let key, let taken) = parameter.use, let step = plan.step(for: key),
      step.isOnDemand
    else { return nil }
    if form == LazyForm(step.effects), taken == step.effects.failure { return nil }
    return mistake(parameter, step, plan.resolver)
  }

  /// What is wrong with the parameter, whose key is built on demand by the step.
  static func mistake(
    _ parameter: ResolverParameter, _ step: ResolutionPlan.Step, _ resolver: ResolverModel
  ) -> Diagnostic {
    let key = step.key
    let failure = step.effects.failure.map { spelling(of: $0, in: resolver) }
    let needed = LazyForm(step.effects).spelling(of: key, failure: failure ?? "")
    return .error(
      "\(reason(step, key, failure)), so parameter '\(parameter.declaration.name)' must be of type "
        + "'\(needed)'",
      at: parameter.location,
      notes: [
        Diagnostic.Note(
          "'Key.\(key)' is built by '\(step.provider.name)' here", at: step.provider.site.location)
      ])
  }

  /// The type of the errors as the resolver writes it.
  static func spelling(of failure: ErrorType, in resolver: ResolverModel) -> String {
    let isPlain = failure == .any && resolver.index.lookup("Error", from: resolver.name) == nil
    return isPlain ? "any Error" : failure.spelling
  }

  private static func reason(_ step: ResolutionPlan.Step, _ key: String, _ failure: String?) -> String {
    let through = step.effects == step.provider.effects ? "" : ", counting what it needs,"
    let start = "building 'Key.\(key)'"
    return switch (step.effects.isAsync, failure) {
    case (false, nil): "\(start) neither throws nor suspends"
    case (true, nil): "\(start)\(through) is async and does not throw"
    case (false, let failure?): "\(start)\(through) throws \(failure) and is not async"
    case (true, let failure?): "\(start)\(through) is async and throws \(failure)"
    }
  }
}

/// A lazy of a key has the generic arguments of its form, and is not optional.
enum LazySpellingCheck {
  static func run(_ resolver: ResolverModel, _ plan: ResolutionPlan?) -> [Diagnostic] {
    resolver.called.flatMap(\.parameters).compactMap { parameter in
      guard case .misspelledLazy(let form, let key) = parameter.use, !parameter.isOmitted,
        resolver.key(named: key) != nil
      else { return nil }
      // What the building of the key needs is said at once, rather than after this is mended.
      if let step = plan?.step(for: key), step.isOnDemand {
        return LazyFormCheck.mistake(parameter, step, resolver)
      }
      let failure = resolver.provider(of: key)?.effects.failure.map {
        LazyFormCheck.spelling(of: $0, in: resolver)
      }
      let arguments =
        form.hasFailure ? "the key, and then the type of the errors" : "the key and nothing else"
      return .error(
        "parameter '\(parameter.declaration.name)' must be of type "
          + "'\(form.spelling(of: key, failure: failure ?? "any Error"))': \(arguments)",
        at: parameter.location)
    }
  }
}
