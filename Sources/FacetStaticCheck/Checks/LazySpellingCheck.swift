import FacetSyntax

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
