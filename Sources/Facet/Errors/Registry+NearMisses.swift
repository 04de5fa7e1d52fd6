/// The keys that resemble a missing key.
///
/// They are searched for when an error is asked for them, never during a resolve.
extension Registry {
  /// The nearest registrations that resemble the key, in the first way that finds any.
  ///
  /// Own registrations and those of the parents come first, then those of children, which are out of reach.
  func nearMisses(of key: ServiceKey) -> [ResolutionError.Neighbor] {
    Resemblance.allCases.lazy.map { self.nearMisses(of: key, $0) }.first { !$0.isEmpty } ?? []
  }

  private func nearMisses(of key: ServiceKey, _ resemblance: Resemblance) -> [ResolutionError.Neighbor] {
    guard let resembles = resemblance.condition(for: key.serviceType) else { return [] }
    return [(reachable, false), (descendants, true)].flatMap { registries, isInChild in
      let found = registries.flatMap { $0.registrations().filter { resembles($0.serviceType) } }
      // The least different ones come first; equally different ones keep the order of registration.
      let near = (0...2).flatMap { distance in found.filter { $0.distance(to: key) == distance } }
      return (near.isEmpty ? found : near).prefix(3)
        .map { ResolutionError.Neighbor($0, isInChild: isInChild, resemblance) }
    }
  }

  private var reachable: [Registry] { [self] + (parent?.reachable ?? []) }

  private var descendants: [Registry] { liveChildren.flatMap { [$0] + $0.descendants } }
}

extension Registration {
  /// How many parts of the key differ: the arguments count less than the name.
  fileprivate func distance(to key: ServiceKey) -> Int {
    (name == key.name ? 0 : 2) + (signature == key.signature ? 0 : 1)
  }
}

extension ResolutionError.Neighbor {
  fileprivate init(_ registration: Registration, isInChild: Bool, _ resemblance: Resemblance) {
    self.init(
      key: registration.key, location: registration.location,
      target: registration.isForward ? registration.record.key : nil, isInChild: isInChild,
      resemblance: resemblance,
      needs: (registration.record.recipe.needs ?? []).compactMap { need in
        if case .service(let key) = need { key.serviceType } else { nil }
      })
  }
}
