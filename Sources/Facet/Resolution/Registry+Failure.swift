import FacetGraph

extension Registry {
  /// The whole reason why nothing was found for a key: the path that led to it, and what is near.
  func missing(_ key: ServiceKey, _ resolution: Resolution.Pointer) -> ResolutionError {
    ResolutionError(
      .notRegistered, key: key, path: resolution.pointee.path + [key], nearMisses: neighbors(of: key))
  }

  /// The registrations that resemble a key, the nearest first; those of children, out of reach, come last.
  private func neighbors(of key: ServiceKey) -> [ResolutionError.Neighbor] {
    let limit = 5
    let near = reachable.flatMap { $0.registrations(of: key.serviceType) }
    let far = descendants.flatMap { $0.registrations(of: key.serviceType) }
    return
      (near.nearest(to: key, limit: limit).map { ResolutionError.Neighbor($0, isInChild: false) }
      + far.nearest(to: key, limit: limit).map { ResolutionError.Neighbor($0, isInChild: true) })
      .prefix(limit).map(\.self)
  }

  private var reachable: [Registry] { [self] + (parent?.reachable ?? []) }

  private var descendants: [Registry] { liveChildren.flatMap { [$0] + $0.descendants } }

  private func registrations(of serviceType: Any.Type) -> [Registration] {
    registrations.filter { $0.serviceType == serviceType }
  }
}

extension [Registration] {
  fileprivate func nearest(to key: ServiceKey, limit: Int) -> [Registration] {
    let wanted = key.argumentTypes.map(ObjectIdentifier.init)
    return NearMiss.nearest(of: self, limit: limit) { registration in
      let types = argumentTypes(of: registration.signature).map(ObjectIdentifier.init)
      return NearMiss(hasSameName: registration.name == key.name, hasSameArguments: types == wanted)
    }
  }
}

extension ResolutionError.Neighbor {
  fileprivate init(_ registration: Registration, isInChild: Bool) {
    self.init(
      key: registration.key, location: registration.location,
      target: registration.isForward ? registration.record.key : nil, isInChild: isInChild)
  }
}
