/// The registrations that resemble a missing key: of a container, its parents and children.
///
/// They are searched for when somebody reads them, among those that there were when the resolve failed.
final class NearSearch: Sendable {
  /// The container that was asked; only compared.
  let asked: ObjectIdentifier
  let isOfMain: Bool
  let isOverriding: Bool
  /// Whether registrations of the calling thread may follow that appear with others as a whole, as those of an assembly.
  let isDrafted: Bool
  private let line: [Snapshot], below: [Snapshot]

  init(_ registry: Registry) {
    (asked, isOfMain, isOverriding) = (ObjectIdentifier(registry), registry.isMain, registry.isOverriding)
    isDrafted = registry.line.contains { $0.flags.has(.drafted) && $0.draft != nil }
    (line, below) = (registry.line.map(\.snapshot), registry.snapshotsBelow)
  }
  /// That of a container without parents, children and drafts, whose lock is held.
  init(alone registry: Registry, _ contents: borrowing Registry.Contents) {
    (asked, isOfMain, isOverriding, isDrafted) = (ObjectIdentifier(registry), registry.isMain, false, false)
    (line, below) = ([Snapshot(contents, [])], [])
  }

  /// The registrations that resemble a key most, those in children last.
  func nearMisses(of key: ServiceKey) -> [ResolutionError.Neighbor] {
    Resemblance.allCases.lazy.map { self.nearMisses(of: key, $0) }.first { !$0.isEmpty } ?? []
  }
  private func nearMisses(of key: ServiceKey, _ resemblance: Resemblance) -> [ResolutionError.Neighbor] {
    guard let resembles = resemblance.condition(for: key.serviceType) else { return [] }
    return [(line, false), (below, true)].flatMap { snapshots, isInChild in
      let found = snapshots.flatMap { $0.registrations.filter(resembles) }
      // The least different ones come first; equally different ones keep the order of registration.
      let near = (0...2).flatMap { distance in found.filter { $0.distance(to: key) == distance } }
      return (near.isEmpty ? found : near).sorted(byName: key.name).prefix(3)
        .map { ResolutionError.Neighbor($0, isInChild: isInChild, resemblance) }
    }
  }
}

extension Registry {
  /// The registrations that the error of a failed resolve keeps.
  ///
  /// A container that stands alone makes it once, until a registration changes: so a missing service costs no more than a look at the table.
  var search: NearSearch {
    if !flags.has(.drafted), let known = contents.withReadLock(0, { $0.table.search }) { return known }
    return makeSearch()
  }
  @inline(never)
  private func makeSearch() -> NearSearch {
    let kept = contents.withLock { contents -> NearSearch? in
      // With the lock: a child that registers says so, and takes the lock afterwards.
      guard isAlone else { return nil }
      contents.table.search = NearSearch(alone: self, contents)
      return contents.table.search
    }
    return kept ?? NearSearch(self)
  }
  private var isAlone: Bool {
    parent == nil && !flags.has(.usedBelow) && !flags.has(.copy) && !flags.has(.drafted)
      && !flags.has(.defaultScope)
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

extension [Registration] {
  /// The most similar names first; equally similar ones keep their order.
  fileprivate func sorted(byName name: String?) -> [Registration] {
    guard let name, count > 1 else { return self }
    let distances = map {
      changes(from: name.lowercased(), to: ($0.key.name ?? "").lowercased())
    }
    return Array<Int>(indices).inOrder { distances[$0] }.map { self[$0] }
  }
}

/// How many letters must be added, dropped or replaced to get from one text to the other.
private func changes(from left: String, to right: String) -> Int {
  let (left, right) = (Array(left.utf8), Array(right.utf8))
  var last = Array(0...right.count)
  for (row, byte) in left.enumerated() {
    var next = [row + 1]
    for (column, other) in right.enumerated() {
      next.append(Swift.min(last[column] + (byte == other ? 0 : 1), last[column + 1] + 1, next[column] + 1))
    }
    last = next
  }
  return last[right.count]
}
