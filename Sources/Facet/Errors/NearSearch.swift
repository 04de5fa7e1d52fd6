/// The keys that resemble a missing key.
///
/// They are searched for when an error is asked for them, never during a resolve.
/// The registrations of a container, its parents and children, as they were when a resolve failed.
///
/// A table is shared until it is changed, so the picture costs one reference for each container.
struct NearSearch: Sendable {
  /// The container that was asked; only compared.
  let asked: ObjectIdentifier
  let isOfMain: Bool
  let isOfLayer: Bool
  private let reachable: [Table]
  private let descendants: [Table]

  init(_ registry: Registry) {
    (asked, isOfMain) = (ObjectIdentifier(registry), registry.isMain)
    isOfLayer = registry.isLayer
    reachable = registry.line.map { $0.contents.read { $0.table } }
    descendants = registry.family.dropFirst().filter { $0.flags.has(.used) }
      .map { $0.contents.read { $0.table } }
  }

  /// The registrations that resemble a key most, those in children last.
  func nearMisses(of key: ServiceKey) -> [ResolutionError.Neighbor] {
    Resemblance.allCases.lazy.map { nearMisses(of: key, $0) }.first { !$0.isEmpty } ?? []
  }
  private func nearMisses(of key: ServiceKey, _ resemblance: Resemblance) -> [ResolutionError.Neighbor] {
    guard let resembles = resemblance.condition(for: key.serviceType) else { return [] }
    return [(reachable, false), (descendants, true)].flatMap { tables, isInChild in
      let found = tables.flatMap { table in
        table.all.inOrder { $0.order }.filter(resembles)
      }
      // The least different ones come first; equally different ones keep the order of registration.
      let near = (0...2).flatMap { distance in found.filter { $0.distance(to: key) == distance } }
      return (near.isEmpty ? found : near).prefix(3)
        .map { ResolutionError.Neighbor($0, isInChild: isInChild, resemblance) }
    }
  }
}

extension Registration {
  /// How many parts of the key differ: the arguments count less than the name.
  fileprivate func distance(to key: ServiceKey) -> Int {
    (self.key.name == key.name ? 0 : 2) + (self.key.signature == key.signature ? 0 : 1)
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
