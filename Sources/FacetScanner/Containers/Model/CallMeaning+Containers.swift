// MARK: - Which container

extension CallMeaning {
  /// Two variables may name one another as parents, in code that does not compile.
  private static let mostGenerations = 10

  /// The containers of one function that are parents and children of one another, if `name` is one of them.
  func family(
    of name: String, in scope: Int, _ viewpoint: CallTypes? = nil, generation: Int = 0
  ) -> ContainerFamily? {
    let types = viewpoint ?? siteTypes
    guard !name.isEmpty, generation < Self.mostGenerations,
      let (local, place) = types.localVariable(name, in: scope),
      let own = local.privateContainer
    else { return nil }
    if let parent = own.parent {
      let types = types.seen(from: local, in: place)
      if let family = family(of: parent, in: place, types, generation: generation + 1) { return family }
      return ContainerFamily(file: reading.site.file, scope: place, name: name, hasForeignParent: true)
    }
    return ContainerFamily(
      file: reading.site.file, scope: place, name: name, hasForeignParent: own.hasForeignParent)
  }

  /// The containers that a demand may be answered by; `nil` where any may.
  func containerAsked(_ isOfInitializer: Bool) -> ContainerFamily? {
    let call = siteCall
    if !isOfInitializer, let owner = call.owners.first(where: { $0.parameter == call.receiver }) {
      let factory = sources.files[reading.site.file].value.calls[owner.call]
      return family(
        of: factory.receiver, in: factory.scope,
        sources.types(in: CallIdentity(file: reading.site.file, call: owner.call)))
    }
    return family(of: call.receiver, in: call.scope)
  }

  var siteTypes: CallTypes { sources.types(in: reading.site) }
}
