import Facet

extension Container {
  /// A copy, parents included, that calls `report` with a text before it builds a production service.
  ///
  /// Only the recipes of production services change, so other resolves have no cost.
  func reportingProduction(
    allowing: String, _ report: @escaping @Sendable (_ text: String) -> Void
  ) -> Container {
    var copier = Copier()
    copier.recipe = { record in
      let recipe = record.recipe
      guard record.settings.isForProduction else { return recipe }
      let (key, location) = (record.key, record.location)
      let asyncFactory = recipe.asyncFactory.map { factory -> Recipe.AsyncFactory in
        { resolver, arguments in
          report(text(for: key, registeredAt: location, path: Registry.path(behind: resolver), allowing))
          return try await factory(resolver, arguments)
        }
      }
      let traits = Recipe.Traits(needs: recipe.needs, isolation: recipe.isolation, asyncFactory: asyncFactory)
      return Recipe(traits) { resolver, arguments, slot in
        report(text(for: key, registeredAt: location, path: RunningPath.keys, allowing))
        return try recipe.factory(resolver, arguments, slot)
      }
    }
    return copier.copy(self, includingParents: true)
  }
}

private func text(
  for key: ServiceKey, registeredAt location: CodeLocation, path: [ServiceKey], _ allowing: String
) -> String {
  let names = TypeNames(of: path)
  let steps = path.map { key in names.name(key.serviceType) + (key.quotedName.map { " " + $0 } ?? "") }
  let service = names.text(for: key)
  let name = key.quotedName.map { ", name: \($0)" } ?? ""
  return """
    The test built \(service), a production service.

      Path:   \(steps.joined(separator: " → "))
      Built:  \(service)   registered at \(location)

    To fix this, do one of:
      • Override it in the container of the test: $0.register(\(names.metatype(key.serviceType))\(name)) { … }
      • Allow it where it is forbidden: \(allowing)
    """
}
