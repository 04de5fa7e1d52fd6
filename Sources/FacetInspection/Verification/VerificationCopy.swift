import Facet

/// The copy of the containers for a verification: each factory runs once in it, and its outcome is recorded.
///
/// - Threads: the containers and entries belong to the verifying thread. A child is copied on any thread, because a factory's tasks may
///   use captured children at the same time.
final class VerificationCopy: Sendable {
  /// The containers, by level.
  let containers: [Container]
  /// The record for each entry.
  let records: [Record?]
  private let entryByOrder: [Int: Int]
  private let rules: CopyingRules
  private let state: Guarded<State>

  private struct State {
    var copies: VerificationCopies
    /// The copies of children.
    var children: [Container] = []
  }

  /// Copies a container and its parents.
  ///
  /// With `isAwaiting`, forwards await their targets if necessary.
  init(of container: Container, _ wiring: Wiring, _ options: VerificationOptions, isAwaiting: Bool) {
    let skipped = wiring.entries.filter { entry in options.skipped.contains { $0.contains(entry.key) } }
    rules = CopyingRules(
      instances: options.instances, skippedRecords: Set(skipped.map { ObjectIdentifier($0.record) }),
      isAwaiting: isAwaiting)
    let (copy, copies) = VerificationCopies().copy(container, includingParents: true, rules)
    containers = Array(sequence(first: copy, next: \.parent))
    (records, entryByOrder) = Self.entries(of: containers, copies, wiring)
    state = Guarded(State(copies: copies))
  }

  /// The record for each entry, and the entries by the order of their records.
  private static func entries(
    of containers: [Container], _ copies: VerificationCopies, _ wiring: Wiring
  ) -> ([Record?], [Int: Int]) {
    var records: [Record?] = Array(repeating: nil, count: wiring.entries.count)
    var entryByOrder: [Int: Int] = [:]
    for (level, container) in containers.enumerated() {
      for registration in container.registry.registrations() {
        guard let index = wiring.index(of: registration.key, fromLevel: level) else { continue }
        entryByOrder[registration.order] = index
        records[index] = registration.record
        // A record without its own key is identified by the first key that is forwarded to it.
        if let target = copies.targets[registration.order], wiring.owner(of: index) == index,
          entryByOrder[target.order] == nil
        {
          entryByOrder[target.order] = index
        }
      }
    }
    return (records, entryByOrder)
  }

  /// The copy of a child; its parent is the copy of the child's parent.
  func child(_ registry: Registry) -> Registry {
    if let known = state.withLock({ $0.copies.copy(of: registry) }) { return known }
    // Outside the lock: a comparison of options is user code.
    let (copy, new) = state.withLock { $0.copies }.copy(registry.ownContainer, includingParents: false, rules)
    return state.withLock { state in
      // Another thread may have been first.
      if let first = state.copies.copy(of: registry) { return first }
      state.copies.add(new)
      state.children.append(copy)
      return copy.registry
    }
  }

  /// The entry whose record, or whose target's record, has an order.
  func entry(withOrder order: Int) -> Int? { entryByOrder[order] }

  /// The build of an original record; `nil` if the copy does not have the record.
  func knownBuild(of record: Record) -> RecordedBuild? {
    state.withLock { $0.copies.builds[ObjectIdentifier(record)] }
  }

  /// The original records whose kept services hold a resolver of `registries`; each with whether it is a child container.
  ///
  /// Releases all built instances that are not kept, while a `deinit` that resolves still uses the copy.
  func leaks(of registries: [Registry]) -> [ObjectIdentifier: Bool] {
    let builds = state.withLock { $0.copies.builds }
    let children = builds.filter { $1.madeChild(ofAny: registries) }
    for build in builds.values { build.giveUpInstances() }
    let holders = builds.filter { $1.heldContainers.contains { held in registries.contains { $0 === held } } }
    return children.mapValues { _ in true }.merging(holders.mapValues { _ in false }) { isChild, _ in isChild
    }
  }

  /// Releases all built instances, while a `deinit` that resolves still uses the copy.
  ///
  /// Otherwise an instance that holds the copy would keep it alive.
  func giveUpInstances() {
    let (builds, children) = state.withLock { ($0.copies.builds, $0.children) }
    for build in builds.values { build.end() }
    for container in containers.prefix(1) + children {
      var seen: Set<ObjectIdentifier> = []
      for entry in container.entries(includingParents: true) {
        let scope = entry.objectScope
        if entry.record.outlivesCycle, seen.insert(ObjectIdentifier(scope)).inserted {
          container.resetObjectScope(scope)
        }
      }
    }
  }
}
