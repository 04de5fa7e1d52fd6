/// What resembles a key that was not found. Runs when an error is asked for it, never while a service is resolved.
extension Registry: NearMissSearch {
  /// The nearest registrations of the same type, own and the parents' first, then those of children, which are out of reach;
  /// then types of the same name.
  package func nearMisses(of key: ServiceKey) -> [ResolutionError.Neighbor] {
    let (near, far) = (reachable, descendants)
    let sameType = { (registration: Registration) in registration.serviceType == key.serviceType }
    let found =
      near.nearest(to: key, isInChild: false, sameType) + far.nearest(to: key, isInChild: true, sameType)
    if !found.isEmpty { return Array(found.prefix(Registry.nearMissLimit)) }
    let name = typeName(key.serviceType)
    let sameName = { (registration: Registration) in typeName(registration.serviceType) == name }
    let namesakes =
      near.nearest(to: key, isInChild: false, sameName) + far.nearest(to: key, isInChild: true, sameName)
    return Array(namesakes.prefix(Registry.nearMissLimit))
  }

  fileprivate static var nearMissLimit: Int { 5 }

  private var reachable: [Registry] { [self] + (parent?.reachable ?? []) }

  private var descendants: [Registry] { liveChildren.flatMap { [$0] + $0.descendants } }
}

extension [Registry] {
  fileprivate func nearest(
    to key: ServiceKey, isInChild: Bool, _ isCandidate: (Registration) -> Bool
  ) -> [ResolutionError.Neighbor] {
    var candidates = flatMap { $0.registrations.filter(isCandidate) }
    if candidates.contains(where: { $0.distance(to: key) < 3 }) {
      candidates.removeAll { $0.distance(to: key) == 3 }
    }
    // What differs least comes first; equals stay in the order of registration.
    let ranked = candidates.enumerated().sorted { left, right in
      (left.element.distance(to: key), left.offset) < (right.element.distance(to: key), right.offset)
    }
    return ranked.prefix(Registry.nearMissLimit).map {
      ResolutionError.Neighbor($0.element, isInChild: isInChild)
    }
  }
}

extension Registration {
  /// How many parts of the key differ: the arguments count less than the name.
  fileprivate func distance(to key: ServiceKey) -> Int {
    (name == key.name ? 0 : 2) + (signature == key.signature ? 0 : 1)
  }
}

extension ResolutionError.Neighbor {
  fileprivate init(_ registration: Registration, isInChild: Bool) {
    self.init(
      key: registration.key, location: registration.location,
      target: registration.isForward ? registration.record.key : nil, isInChild: isInChild)
  }
}
