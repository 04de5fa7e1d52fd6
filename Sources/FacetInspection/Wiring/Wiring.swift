import Facet

/// The entries of a container and its parents, with their needs, for checks and drawings.
struct Wiring: Sendable {
  /// A need of one entry for another, by their indices in `entries`.
  typealias Edge = ContainerGraph.Edge

  /// A key that an entry needs and that no container registers.
  struct Gap: Sendable {
    let key: ServiceKey
    let source: Int
    /// The container that looked up the key.
    let level: Int
  }

  /// The entries in the order of registration; the entries of the uppermost parent come first.
  let entries: [ContainerEntry]
  private(set) var edges: [Edge] = []
  private(set) var gaps: [Gap] = []

  private var knownEdges: Set<Edge> = []
  private let indexByOrder: [Int: Int]
  private let indexByRecord: [ObjectIdentifier: Int]
  private let indexByKey: [[ServiceKey: Int]]

  /// Collects the entries of a container and its parents, with the needs that are known without running a factory.
  init(of container: Container) {
    entries = container.entries(includingParents: true)
    var orders: [Int: Int] = [:]
    var records: [ObjectIdentifier: Int] = [:]
    var keys = [[ServiceKey: Int]](repeating: [:], count: (entries.first?.level ?? 0) + 1)
    for (index, entry) in entries.enumerated() {
      orders[entry.order] = index
      if !entry.isForward { records[ObjectIdentifier(entry.record)] = index }
      keys[entry.level][entry.key] = index
    }
    (indexByOrder, indexByRecord, indexByKey) = (orders, records, keys)
    for index in entries.indices { addDeclarations(of: index) }
  }

  // MARK: - Reading

  func index(ofOrder order: Int) -> Int? { indexByOrder[order] }

  /// The entry of the record behind a forward; `nil` if the record was replaced and has lost its key.
  func target(ofForward index: Int) -> Int? { indexByRecord[ObjectIdentifier(entries[index].record)] }

  /// The entry that has the record itself; for a forward, the entry of the target.
  func owner(of index: Int) -> Int { entries[index].isForward ? target(ofForward: index) ?? index : index }

  /// The entry that serves a key, in a container or its parents.
  func index(of key: ServiceKey, fromLevel level: Int) -> Int? {
    for keys in indexByKey.dropFirst(level) {
      if let index = keys[key] { return index }
    }
    return nil
  }

  /// The container that looks up an entry's needs: the entry's own container if the instance outlives the cycle.
  func levelOfNeeds(of index: Int) -> Int {
    entries[index].record.isBuiltByOwner ? entries[index].level : 0
  }

  // MARK: - Adding

  mutating func connect(_ source: Int, to target: Int, _ kind: Edge.Kind) {
    let edge = Edge(source: source, target: target, kind: kind)
    if knownEdges.insert(edge).inserted { edges.append(edge) }
  }

  mutating func addGap(_ key: ServiceKey, neededBy source: Int, atLevel level: Int) {
    if !gaps.contains(where: { $0.source == source && $0.key == key }) {
      gaps.append(Gap(key: key, source: source, level: level))
    }
  }

  private mutating func addDeclarations(of index: Int) {
    let entry = entries[index]
    if entry.isForward, let target = target(ofForward: index) { connect(index, to: target, .forward) }
    if entry.record.settings.wrappingFactory != nil, !entry.isForward,
      let inner = self.index(of: entry.key, fromLevel: entry.level + 1)
    {
      connect(index, to: inner, .need)
    }
    let level = levelOfNeeds(of: index)
    for need in entry.needs ?? [] {
      switch need.kind {
      case .argument: break
      case .all:
        for other in all(need.key, fromLevel: level) {
          connect(index, to: other, need.isLater ? .deferred : .need)
        }
      case .required, .optional, .deferred:
        if let target = self.index(of: need.key, fromLevel: level) {
          connect(index, to: target, need.kind == .deferred ? .deferred : .need)
        } else if !need.mayBeMissing, need.key.serviceType != GraphIdentifier.self {
          addGap(need.key, neededBy: index, atLevel: level)
        }
      }
    }
  }

  /// The entries of a type with any name, as in `resolveAll`.
  private func all(_ key: ServiceKey, fromLevel level: Int) -> [Int] {
    entries.indices.filter { index in
      let other = entries[index].key
      return entries[index].level >= level && other.serviceType == key.serviceType
        && other.signature == key.signature && other.optionBox == nil
        && self.index(of: other, fromLevel: level) == index
    }
  }
}

extension Record {
  /// Whether the record's owner builds the instances, whichever container resolves.
  var isBuiltByOwner: Bool { settings.scope.kind.isBuiltByOwner }

  /// Whether the instances are shared beyond the cycle.
  var outlivesCycle: Bool { ![ScopeKind.transient, .graph].contains(settings.scope.kind) }
}
