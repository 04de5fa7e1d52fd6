import FacetSyntax

/// Where a member of a resolver runs.
enum Isolation: Equatable {
  /// Where the resolver itself does.
  case inherited
  case nonisolated
  case globalActor(Attribute)
}

extension Attribute {
  var path: [String] { name.split(separator: ".").map(String.init) }

  /// The name without the module or type in front.
  var lastName: String { path.last ?? name }

  /// Whether the attribute could name a global actor as far as its form goes.
  var mayBeActor: Bool {
    guard arguments == nil, let first = lastName.utf8.first, first < 0x61 || first > 0x7A, first != 0x5F
    else {
      return false
    }
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
    var (names, scope) = (attribute.path, self.name)
    for _ in 0..<8 {
      guard let path = index.declaredPath(of: names, from: scope) else { break }
      if index.globalActors.contains(path) { return true }
      guard let target = index.target(ofAlias: path) else { return false }
      (names, scope) = (target.syntax.path, target.scope)
    }
    return attribute.lastName.hasSuffix("Actor") || names.last?.hasSuffix("Actor") == true
  }

  /// The global actor of the type itself.
  var ownActor: Attribute? { globalActor(in: type.declaration.attributes) }

  func isolation(of site: Site) -> Isolation {
    let declaration = site.declaration
    if declaration.modifiers.contains(where: { $0.name == "nonisolated" }) { return .nonisolated }
    let actor = globalActor(in: declaration.attributes) ?? globalActor(in: site.container.attributes)
    guard let actor, actor.lastName != ownActor?.lastName else { return .inherited }
    return .globalActor(actor)
  }
}

extension Attribute: Equatable {
  package static func == (left: Attribute, right: Attribute) -> Bool {
    left.name == right.name && left.arguments == right.arguments
  }
}
