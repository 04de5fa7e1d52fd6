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
    /// Whether an optional is asked for.
    var isOptional = false
    /// Whether an injected property asks for it.
    var isOfProperty = false
  }

  /// A need, and the part of the service that has it.
  struct Use: Hashable, Sendable {
    let edge: Edge
    let part: ServicePart
    /// The services that the asking one got before.
    var got: Set<Int> = []
  }

  /// The entries in the order of registration; the entries of the uppermost parent come first.
  let entries: [ContainerEntry]
  private(set) var edges: [Edge] = []
  private(set) var gaps: [Gap] = []
  /// The gaps of optional needs that no child could fill.
  private(set) var optionalGaps: [Gap] = []
  /// The deferred needs whose lazy keeps the service.
  private(set) var keptEdges: Set<Edge> = []
  /// The needs without an `await`, also in a use of a lazy or a provider, as far as they are not awaited before.
  private(set) var unawaited: [Use] = []
  /// What initializers take: it is awaited where they are, and needed without an `await` otherwise.
  private var takenEdges: Set<Edge> = []
  /// The services that the initializer of each entry takes, in order.
  private(set) var taken: [[Int]]
  /// A list that an entry needs.
  struct List: Hashable, Sendable {
    /// The key of an element, without a name.
    let element: ServiceKey
    let source: Int
    /// The container that is asked.
    let level: Int
    let isByName: Bool
  }
  private(set) var lists: [List] = []
  /// The first part of an entry that has each need.
  private var parts: [Edge: ServicePart] = [:]
  /// What each entry got, by an `await` or without one.
  private var got: [Set<Int>]

  private var knownEdges: Set<Edge> = []
  private var knownUses: Set<Use> = []
  private let indexByRecord: [ObjectIdentifier: Int]
  private let indexByKey: [[ServiceKey: Int]]

  /// Collects the entries of a container and its parents, with the needs that are known without running a factory.
  init(of container: Container) {
    entries = container.entries(includingParents: true)
    var records: [ObjectIdentifier: Int] = [:]
    var keys = [[ServiceKey: Int]](repeating: [:], count: (entries.first?.level ?? 0) + 1)
    for (index, entry) in entries.enumerated() {
      if !entry.isForward { records[ObjectIdentifier(entry.record)] = index }
      keys[entry.level][entry.key] = index
    }
    (indexByRecord, indexByKey) = (records, keys)
    got = Array(repeating: [], count: entries.count)
    taken = Array(repeating: [], count: entries.count)
    for index in entries.indices { addDeclarations(of: index) }
  }

  // MARK: - Reading

  /// The entry of the record behind a forward; `nil` if the record was replaced and has lost its key.
  func target(ofForward index: Int) -> Int? { indexByRecord[ObjectIdentifier(entries[index].record)] }

  /// The entry that has the record itself; for a forward, the entry of the target.
  func owner(of index: Int) -> Int { entries[index].isForward ? target(ofForward: index) ?? index : index }

  /// The entry that serves a key, in a container or its parents.
  func index(of key: ServiceKey, fromLevel level: Int) -> Int? {
    indexByKey.dropFirst(level).lazy.compactMap { $0[key] }.first
  }

  /// For each entry, the entries that resolve any of its keys, in order.
  func users(where isCounted: (Edge) -> Bool = { _ in true }) -> [[Int]] {
    var users = [Set<Int>](repeating: [], count: entries.count)
    for edge in edges where edge.kind != .forward && isCounted(edge) {
      for key in [edge.target, owner(of: edge.target)] { users[key].insert(edge.source) }
    }
    return users.map { $0.sorted() }
  }

  /// The part of an entry that needs another one while it is built.
  func part(of source: Int, thatNeeds target: Int) -> ServicePart {
    let needs = [Edge.Kind.need, .forward].map { Edge(source: source, target: target, kind: $0) }
    guard let need = needs.first(where: knownEdges.contains) else { return .completion }
    return parts[need] ?? .factory
  }
  func isOfProperty(_ edge: Edge) -> Bool { parts[edge] == .property }

  // MARK: - Adding

  /// Notes that an injected property has a need.
  mutating func noteProperty(of source: Int, _ key: ServiceKey) {
    for edge in edges where edge.source == source && entries[edge.target].key == key {
      parts[edge] = .property
    }
    for place in gaps.indices where gaps[place].source == source && gaps[place].key == key {
      gaps[place].isOfProperty = true
    }
  }

  mutating func connect(_ source: Int, to target: Int, _ kind: Edge.Kind, _ manner: Manner = Manner()) {
    let edge = Edge(source: source, target: target, kind: kind)
    if knownEdges.insert(edge).inserted { edges.append(edge) }
    if manner.isKept, kind == .deferred { keptEdges.insert(edge) }
    if kind == .forward { return }
    if parts[edge] == nil { parts[edge] = manner.part }
    if manner.isTaken, kind == .need, takenEdges.insert(edge).inserted {
      taken[source].append(owner(of: target))
    }
    // What an initializer takes is awaited where the initializer is.
    let isAwaited = manner.isAwaited || manner.part == .factory && takenEdges.contains(edge)
    if !isAwaited, kind == .deferred || !isFound(edge),
      knownUses.insert(Use(edge: edge, part: manner.part)).inserted
    {
      unawaited.append(Use(edge: edge, part: manner.part, got: got[source]))
    }
    // Without an await, too: if that failed, the use before is the problem.
    if kind != .deferred { got[source].insert(owner(of: target)) }
  }

  /// Whether an entry has got a service before it needs it again, and finds it then.
  ///
  /// A wrapper is used later: what its owner gets meanwhile counts, too.
  func isFound(_ edge: Edge) -> Bool {
    let target = owner(of: edge.target)
    // A lazy joins the top-level resolve that it came from, a provider does not.
    return got[edge.source].contains(target)
      && (edge.kind == .deferred && !keptEdges.contains(edge)
        ? entries[target].record.outlivesCycle : entries[target].objectScope.kind != .transient)
  }

  /// Connects an entry to what a list has that nothing else serves; returns whether the need is one of a list.
  mutating func connectList(
    _ key: ServiceKey, of source: Int, atLevel level: Int, _ kind: Edge.Kind, _ manner: Manner
  ) -> Bool {
    guard let element = key.element else { return false }
    addList(of: element.key, isByName: element.isByName, for: source, atLevel: level)
    for other in all(element.key, fromLevel: level) { connect(source, to: other, kind, manner) }
    return true
  }

  mutating func addList(of element: ServiceKey, isByName: Bool, for source: Int, atLevel level: Int) {
    // A list of lazies is one of services.
    let key = UnwrappedKey(element).key
    let list = List(element: key, source: source, level: level, isByName: isByName)
    if !lists.contains(list) { lists.append(list) }
  }

  /// Notes that nothing serves a need; an optional one counts if only a child could serve it, which the entry never sees.
  mutating func addGap(_ key: ServiceKey, neededBy source: Int, atLevel level: Int, isOptional: Bool) {
    if isOptional, !indexByKey.prefix(level).contains(where: { $0[key] != nil }) {
      return optionalGaps.add(Gap(key: key, source: source, level: level))
    }
    gaps.add(Gap(key: key, source: source, level: level, isOptional: isOptional))
  }

  private mutating func addDeclarations(of index: Int) {
    let entry = entries[index]
    if entry.isForward, let target = target(ofForward: index) { connect(index, to: target, .forward) }
    // The own container looks up the needs of an instance that outlives the cycle.
    let level = entry.record.isBuiltByOwner ? entry.level : 0
    for need in entry.needs ?? [] {
      switch need.kind {
      case .argument: break
      case .all:
        addList(of: need.key, isByName: need.isByName, for: index, atLevel: level)
        for other in all(need.key, fromLevel: level) {
          connect(index, to: other, need.isLater ? .deferred : .need, need.manner)
        }
      case .required, .optional, .deferred:
        let kind: Edge.Kind = need.isLater ? .deferred : .need
        if let target = self.index(of: need.key, fromLevel: level) {
          connect(index, to: target, kind, need.manner)
        } else if connectList(need.key, of: index, atLevel: level, kind, need.manner) {
          continue
        } else if need.key.serviceType != GraphIdentifier.self {
          addGap(need.key, neededBy: index, atLevel: level, isOptional: need.mayBeMissing)
        }
      }
    }
  }

  /// The entries of a type with any name, as in `resolveAll`.
  func all(_ key: ServiceKey, fromLevel level: Int) -> [Int] {
    entries.indices.filter { index in
      let other = entries[index].key
      return entries[index].level >= level && other.serviceType == key.serviceType
        && other.signature == key.signature
        && self.index(of: other, fromLevel: level) == index
    }
  }
}

extension [Wiring.Gap] {
  fileprivate mutating func add(_ gap: Wiring.Gap) {
    if !contains(where: { $0.source == gap.source && $0.key == gap.key }) { append(gap) }
  }
}

extension Record {
  /// Whether the record's owner builds the instances, whichever container resolves.
  var isBuiltByOwner: Bool { settings.scope.kind.isBuiltByOwner }

  /// Whether the instances are shared beyond the cycle.
  var outlivesCycle: Bool { ![ScopeKind.transient, .graph].contains(settings.scope.kind) }
}
