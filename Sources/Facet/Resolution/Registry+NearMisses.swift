/// What resembles a key that was not found. Runs when an error is asked for it, never while a service is resolved.
extension Registry: NearMissSearch {
  /// The nearest registrations of the same type, own and the parents' first, then those of children, which are out of reach;
  /// then types of the same name.
  package func nearMisses(of key: ServiceKey) -> [ResolutionError.Neighbor] {
    let found = nearMisses(of: key, named: nil)
    return found.isEmpty ? nearMisses(of: key, named: typeName(key.serviceType)) : found
  }

  /// The nearest registrations of types with a name, or of the same type.
  @_optimize(size)
  private func nearMisses(of key: ServiceKey, named name: String?) -> [ResolutionError.Neighbor] {
    var found: [ResolutionError.Neighbor] = []
    for isInChild in [false, true] {
      var candidates: [Registration] = []
      for registry in isInChild ? descendants : reachable {
        if let name {
          candidates += registry.registrations().filter { typeName($0.serviceType) == name }
        } else {
          candidates += registry.registrations(of: key.serviceType)
        }
      }
      // What differs least comes first; equals stay in the order of registration.
      let nearerCount = found.count
      for distance in 0...3 where distance < 3 || found.count == nearerCount {
        for candidate in candidates
        where candidate.distance(to: key) == distance && found.count < nearerCount + 3 {
          found.append(ResolutionError.Neighbor(candidate, isInChild: isInChild))
        }
      }
    }
    return found
  }

  private var reachable: [Registry] { [self] + (parent?.reachable ?? []) }

  @_optimize(size)
  private var descendants: [Registry] {
    var descendants: [Registry] = []
    for child in liveChildren { descendants += [child] + child.descendants }
    return descendants
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
