import FacetSyntax

extension Attribute {
  var path: [String] { name.split(separator: ".").map(String.init) }

  /// The name without the module or type in front.
  var lastName: String { path.last ?? name }

  /// Whether the attribute could name a global actor as far as its form goes.
  var mayBeActor: Bool {
    guard arguments == nil, let first = lastName.utf8.first, first < 0x61 || first > 0x7A, first != 0x5F
    else { return false }
    return !["Sendable", "IBAction", "IBSegueAction", "Test", "Suite"].contains(lastName)
      && !lastName.hasSuffix("Builder")
  }
}

extension ResolverModel {
  /// The global actor among the attributes, if there is one.
  func globalActor(in attributes: [Attribute]) -> Attribute? { attributes.first(where: isActor) }

  /// Whether an attribute is a global actor.
  ///
  /// Only those that the target declares itself are known for sure; of others the name has to end in `Actor`.
  private func isActor(_ attribute: Attribute) -> Bool {
    guard attribute.mayBeActor else { return false }
    let names = attribute.path.map { TypeSyntax.Name(text: $0) }
    let (path, meant) = index.meaning(
      of: PlacedType(syntax: .named(names), scope: name, file: type.file.source))
    if let path { return index.globalActors.contains(path) }
    return attribute.lastName.hasSuffix("Actor") || meant.syntax.path.last?.hasSuffix("Actor") == true
  }

  /// The global actor of the type itself.
  var ownActor: Attribute? { globalActor(in: type.declaration.attributes) }

  /// The global actor that a member runs on and that the type does not have.
  func foreignActor(of site: Site) -> Attribute? {
    let declaration = site.declaration
    if declaration.isNonisolated { return nil }
    let actor = globalActor(in: declaration.attributes) ?? globalActor(in: site.container.attributes)
    return actor?.lastName == ownActor?.lastName ? nil : actor
  }
}

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
