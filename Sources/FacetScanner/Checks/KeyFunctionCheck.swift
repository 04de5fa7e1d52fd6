/// Every key has something that builds it.
enum KeyFunctionCheck {
  static func run(_ resolver: ResolverModel) -> [Diagnostic] {
    guard !resolver.hasUnreadParts else { return [] }
    let missing = resolver.keys.filter { resolver.provider(of: $0.name) == nil }
    if missing.isEmpty { return [] }
    let reported = ReportedKeys(resolver)
    var unavailable: [String: ResolverFunction] = [:]
    for function in resolver.functions.reversed() where function.site.isUnavailable {
      if let key = function.result.namedKey { unavailable[key] = function }
    }
    return missing.compactMap { key in
      if reported.contains(key) { return nil }
      if let function = unavailable[key.name] {
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
}

/// The keys for which there is something, only not in the right form or place: that is reported by itself.
private struct ReportedKeys {
  private var names: Set<String>
  private var places: Set<SourceLocation>

  init(_ resolver: ResolverModel) {
    names = ComputedPropertyCheck.reportedKeys(in: resolver).union(
      FunctionPurposeCheck.reportedKeys(in: resolver))
    for function in resolver.functions where !function.site.isUnavailable {
      if let key = function.result.namedKey { names.insert(key) }
    }
    for site in resolver.conditionalMembers where site.declaration.kind == .func {
      if let key = resolver.reader.use(of: site.declaration.type, in: site.file).namedKey {
        names.insert(key)
      }
    }
    places = Set(resolver.conditionalMembers.map(\.location))
  }

  func contains(_ key: ResolverModel.Key) -> Bool {
    names.contains(key.name) || places.contains(key.site.location)
  }
}
