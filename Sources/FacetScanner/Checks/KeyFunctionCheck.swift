/// Every key has something that builds it.
enum KeyFunctionCheck {
  static func run(_ resolver: ResolverModel) -> [Diagnostic] {
    guard !resolver.hasUnreadParts else { return [] }
    return resolver.keys.compactMap { key in
      guard resolver.provider(of: key.name) == nil, !isReportedOtherwise(key, in: resolver) else {
        return nil
      }
      if let function = resolver.functions.first(where: { $0.site.isUnavailable && builds(key, $0) }) {
        return .error(
          "'\(function.declaration.name)' is unavailable, so that resolve() cannot call it, and nothing else builds "
            + "'Key.\(key.name)'; add another function that returns it, or make the key unavailable too",
          at: function.site.location)
      }
      return .error(
        "no function of '\(resolver.name)' returns 'Key.\(key.name)'; add one, such as "
          + "'func \(GeneratedName.local(for: key.name))() -> \(GeneratedName.key(key.name))'",
        at: key.site.location)
    }
  }

  private static func builds(_ key: ResolverModel.Key, _ function: ResolverFunction) -> Bool {
    function.result.namedKey == key.name
  }

  /// Whether there is such a key or function, only not in the right form or place: that is reported by itself.
  private static func isReportedOtherwise(_ key: ResolverModel.Key, in resolver: ResolverModel) -> Bool {
    if ComputedPropertyCheck.reports(key.name, in: resolver) { return true }
    if resolver.functions.contains(where: { !$0.site.isUnavailable && builds(key, $0) }) { return true }
    return resolver.conditionalMembers.contains { site in
      site.location == key.site.location
        || (site.declaration.kind == .func
          && resolver.reader.use(of: site.declaration.type, in: site.file).namedKey == key.name)
    }
  }
}
