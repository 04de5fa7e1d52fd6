/// What must not be used asynchronously is not called by something that is async.
enum AsyncAvailabilityCheck {
  static func run(_ plan: ResolutionPlan) -> [Diagnostic] {
    let onDemand = plan.steps.filter { $0.isOnDemand && $0.effects.isAsync }.map(\.provider.site)
    let sites = plan.effects.isAsync ? plan.sites : onDemand
    return sites.filter { $0.availability.contains(where: \.isNotForAsync) }.map { site in
      let caller = plan.effects.isAsync ? "resolve()" : "the building of its key"
      return .error(
        "'\(site.declaration.name)' is 'noasync', but \(caller) is async because of what else it calls; take 'noasync' "
          + "away, or put it on a private helper that '\(site.declaration.name)' calls", at: site.location)
    }
  }
}
