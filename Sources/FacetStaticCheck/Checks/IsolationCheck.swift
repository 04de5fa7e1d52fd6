import FacetSyntax

/// All functions that `resolve()` calls can run in one place.
enum IsolationCheck {
  static func run(_ plan: ResolutionPlan) -> [Diagnostic] {
    let resolver = plan.resolver
    let isolated = plan.isolatedSites
    guard let first = isolated.first else { return [] }
    let instance = resolver.type.declaration.kind == .actor ? "actor '\(resolver.name)' on itself" : nil
    if let home = resolver.ownActor.map({ "'\(resolver.name)' on '\($0.name)'" }) ?? instance {
      return isolated.map { conflict($0.site, $0.actor, with: home, at: resolver.location) }
    }
    let other = "'\(first.site.declaration.name)' on '\(first.actor.name)'"
    return isolated.filter { $0.actor.lastName != first.actor.lastName }.map {
      conflict($0.site, $0.actor, with: other, at: first.site.location)
    }
  }

  private static func conflict(
    _ site: ResolverModel.Site, _ actor: Attribute, with other: String, at location: SourceLocation
  ) -> Diagnostic {
    site.error(
      "'\(site.declaration.name)' runs on '\(actor.name)', but \(other); resolve() can run on one of them only",
      notes: [Diagnostic.Note("the other is declared here", at: location)])
  }
}

extension ResolutionPlan {
  /// The functions that run on a global actor which the resolver's type does not have.
  var isolatedSites: [(site: ResolverModel.Site, actor: Attribute)] {
    sites.compactMap { site in resolver.foreignActor(of: site).map { (site, $0) } }
  }

  /// The global actor that `resolve()` needs and does not have from its type.
  var actor: Attribute? { isolatedSites.first?.actor }
}
