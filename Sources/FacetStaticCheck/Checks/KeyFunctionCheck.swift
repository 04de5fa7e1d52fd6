import FacetSyntax

/// Every key has something that builds it.
enum KeyFunctionCheck {
  static func run(_ resolver: ResolverModel) -> [Diagnostic] {
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
      let property = property(of: key, in: resolver).map {
        ", or give the property '\($0.declaration.name)' this type in place of '\(key.target)'"
      }
      return .error(
        "no function of '\(resolver.name)' returns 'Key.\(key.name)'; add one, such as "
          + "'func \(GeneratedName.local(for: key.name))() -> \(GeneratedName.key(key.name))'"
          + (property ?? ""),
        at: key.site.location)
    }
  }

  /// A stored property with the type that the key stands for, or with the name of the key.
  private static func property(of key: ResolverModel.Key, in resolver: ResolverModel) -> ResolverModel.Site? {
    let found = resolver.members.filter { site in
      let property = site.declaration
      return property.kind == .variable && !property.isComputed && property.type?.text == key.target
    }
    return found.count == 1
      ? found[0] : found.first { $0.declaration.name == GeneratedName.lowered(key.name) }
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
