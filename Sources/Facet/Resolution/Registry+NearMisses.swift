/// What resembles a key that was not found. Runs when an error is asked for it, never while a service is resolved.
extension Registry: NearMissSearch {
  /// How the type of a registration resembles one that was not found.
  private enum Resemblance: CaseIterable {
    case same, optional, sameName, subclass
  }

  /// The nearest registrations of the same type, own and the parents' first, then those of children, which are out of reach;
  /// then what makes an optional of the type; then types of the same name; then subclasses, which can be forwarded.
  package func nearMisses(of key: ServiceKey) -> [ResolutionError.Neighbor] {
    for resemblance in Resemblance.allCases {
      let found = nearMisses(of: key, resemblance)
      if !found.isEmpty { return found }
    }
    return []
  }

  @_optimize(size)
  private func nearMisses(of key: ServiceKey, _ resemblance: Resemblance) -> [ResolutionError.Neighbor] {
    var found: [ResolutionError.Neighbor] = []
    for isInChild in [false, true] {
      var candidates: [Registration] = []
      for registry in isInChild ? descendants : reachable {
        let more =
          switch resemblance {
          case .same: registry.registrations(of: key.serviceType)
          case .optional: registry.registrations(of: optionalType(of: key.serviceType))
          case .sameName:
            registry.registrations().filter { typeName($0.serviceType) == typeName(key.serviceType) }
          case .subclass: registry.registrations().filter { isSubclass($0.serviceType, of: key.serviceType) }
          }
        candidates += more
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
