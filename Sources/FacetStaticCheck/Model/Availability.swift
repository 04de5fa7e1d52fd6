import FacetSyntax

// MARK: - What `@available` says

extension Attribute {
  /// Whether nobody may use what the attribute stands at: `@available(*, unavailable)`.
  var isUnavailable: Bool {
    guard name == "available", let arguments else { return false }
    let parts = arguments.filter { $0 != " " }.split(separator: ",")
    return parts.first == "*" && parts.dropFirst().contains("unavailable")
  }
}

extension ResolverModel.Site {
  /// What is said about the availability of the declaration, be it at the extension around it.
  var availability: [Attribute] {
    let around = container.kind == .extension ? container.attributes : []
    return (around + declaration.attributes).filter { $0.name == "available" }
  }

  var isUnavailable: Bool { availability.contains(where: \.isUnavailable) }
}
