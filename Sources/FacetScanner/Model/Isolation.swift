/// Where a member of a resolver runs.
enum Isolation: Equatable {
  /// Where the resolver itself does.
  case inherited
  case nonisolated
  case globalActor(String)
}

extension ResolverModel {
  /// The global actor among the attributes, if there is one.
  ///
  /// Only those that the target declares itself are known for sure; of others the name has to end in `Actor`.
  func globalActor(in attributes: [Attribute]) -> String? {
    attributes.first { attribute in
      let name = attribute.name.split(separator: ".").last.map(String.init) ?? attribute.name
      return attribute.arguments == nil && (globalActors.contains(name) || name.hasSuffix("Actor"))
    }?.name
  }

  /// The global actor of the type itself.
  var ownActor: String? { globalActor(in: type.declaration.attributes) }

  func isolation(of site: Site) -> Isolation {
    let declaration = site.declaration
    if declaration.modifiers.contains(where: { $0.name == "nonisolated" }) { return .nonisolated }
    let actor = globalActor(in: declaration.attributes) ?? globalActor(in: site.container.attributes)
    guard let actor, actor != ownActor else { return .inherited }
    return .globalActor(actor)
  }
}
