/// It is known where the functions run that `resolve()` calls.
enum UnknownAttributeCheck {
  static func run(_ plan: ResolutionPlan) -> [Diagnostic] {
    let resolver = plan.resolver
    return plan.sites.flatMap { site -> [Diagnostic] in
      guard site.declaration.kind == .func else { return [] }
      let own = site.declaration.attributes
      let around = site.container.kind == .extension ? site.container.attributes : []
      return (own + around).filter { resolver.knowledge(of: $0) == .unknown }.map { attribute in
        .error(
          "'@\(attribute.name)' may be a global actor of another module, which cannot be seen from here; if it is one, "
            + "give it a name that ends in 'Actor' ('typealias \(attribute.lastName)Actor = \(attribute.name)') and use "
            + "that; if it is none, put it on a private helper that '\(site.declaration.name)' calls",
          at: site.location(attribute.offset))
      }
    }
  }
}
