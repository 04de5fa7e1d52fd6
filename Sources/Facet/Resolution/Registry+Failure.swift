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
    let wanted = KeyWords(key)
    let candidates = reachable.flatMap { $0.registrations(of: key.serviceType) }
    let near = NearMiss.rank(candidates.map { KeyWords($0.key) }, to: wanted, limit: limit)
      .map { ResolutionError.Neighbor(candidates[$0.index], isInChild: false) }
    let hidden = descendants.flatMap { $0.registrations(of: key.serviceType) }
    let far = NearMiss.rank(hidden.map { KeyWords($0.key) }, to: wanted, limit: limit - near.count)
      .map { ResolutionError.Neighbor(hidden[$0.index], isInChild: true) }
    return near + far
  }

  private var reachable: [Registry] { [self] + (parent?.reachable ?? []) }

  private var descendants: [Registry] { liveChildren.flatMap { [$0] + $0.descendants } }

  private func registrations(of serviceType: Any.Type) -> [Registration] {
    registrations.filter { $0.serviceType == serviceType }
  }
}

extension KeyWords {
  fileprivate init(_ key: ServiceKey) {
    self.init(
      service: String(reflecting: key.serviceType), name: key.name,
      arguments: key.argumentTypes.map { String(reflecting: $0) })
  }
}

extension ResolutionError.Neighbor {
  fileprivate init(_ registration: Registration, isInChild: Bool) {
    self.init(
      key: registration.key, location: registration.location,
      target: registration.isForward ? registration.record.key : nil, isInChild: isInChild)
  }
}
