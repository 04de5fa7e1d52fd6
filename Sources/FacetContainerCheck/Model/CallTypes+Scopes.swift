import FacetSyntax

/// The scope of a registration, as far as the sources show it.
struct ServiceScope: Hashable, Sendable {
  /// As it is written; `custom` for one that is made on the spot, and empty where none is set.
  var name = ""
  /// Whether a service is kept for all that ask.
  var isShared = false

  /// The scopes of the libraries, by which services are kept or not, and the storages that keep nothing for others.
  private static let known: [String: Bool] = [
    "container": true, "weak": true, "shared": true, "application": true, "cached": true, "singleton": true,
    "perArgument": true, "": false, "transient": false, "unique": false, "graph": false, "scoped": false,
    "TransientStorage": false, "GraphStorage": false,
  ]

  /// One of a library; `nil` for any other.
  init?(named name: String) {
    guard let isShared = Self.known[name] else { return nil }
    self.init(name, isShared: isShared)
  }

  init(_ name: String = "", isShared: Bool = false) { (self.name, self.isShared) = (name, isShared) }
}

// MARK: - Object scopes

extension CallTypes {
  /// The scope that a value is; `nil` where it is none.
  func objectScope(_ value: Expression) -> ServiceScope? {
    guard depth < Self.deepestValue else { return nil }
    if let names = value.names {
      let name = names.last ?? ""
      if let local = names.count == 1 ? local(name)?.local : nil {
        // A parameter stands for different scopes at different times.
        return local.value.flatMap(deeper.objectScope) ?? ServiceScope("custom")
      }
      let isMember = names.count < 3 && ["", "ObjectScope"].contains(names[0]) && names.count == 2
      if let known = isMember ? ServiceScope(named: name) : nil { return known }
      let found = isMember ? variable(["ObjectScope", name]) : variable(names)
      let made = found?.value.flatMap(deeper.objectScope)
      return ServiceScope(name, isShared: made?.isShared ?? (found != nil && found?.value != nil))
    }
    // `.perArgument(limit: 3)`; or a scope that is made on the spot.
    guard let call = value.lastCall, let name = value.operand.calledName else { return nil }
    guard name == "ObjectScope" || name == "init" else {
      return ServiceScope(named: name) ?? ServiceScope(name)
    }
    let storage = call.children.first { $0.label == "storageFactory" }
    let made = storage?.closureValue?.values.first?.operand ?? storage?.operand
    let maker = made?.children.first?.text ?? ""
    return ServiceScope("custom", isShared: ServiceScope(named: maker) == nil)
  }

  /// The scope that a container gives to what is registered in it without one; empty where it is that of the library.
  func defaultScope(of call: CallFacts) -> ServiceScope {
    let value = call.receiverValue?.names.flatMap { names in
      (names.count == 1 ? local(names[0])?.local.value : nil) ?? variable(names)?.value
    }
    if let made = value?.lastCall {
      return made.children.first { $0.label == "defaultObjectScope" }.flatMap(objectScope) ?? ServiceScope()
    }
    guard table.defaultScopes.count == 1, let name = table.defaultScopes.first else { return ServiceScope() }
    let member = Expression(.chain, text: ".", children: [Expression(.name, text: name)])
    return objectScope(member) ?? ServiceScope()
  }

  /// The scope that a link of a chain sets, be it by a function that is added to entries.
  func objectScope(of link: CallFacts.Link, _ sources: ContainerSources) -> ServiceScope? {
    if ContainerSources.scoping.contains(link.name) { return link.arguments.first.flatMap(objectScope) }
    return sources.entryHelpers[link.name]?.lazy.compactMap { helper in
      let link = helper.links.last { ContainerSources.scoping.contains($0.name) }
      return link?.arguments.first.flatMap(CallTypes(helper, types).objectScope)
    }.first
  }
}
