import Facet

/// What the container keeps already, and what came too late for that.
extension Notes {
  func lateDecorator(_ index: Int) -> String? {
    let record = findings.entries[index].record
    guard record.settings.scope.kind == .container, let creation = record.keptCreation else { return nil }
    guard let late = record.settings.decorators.first(where: { $0.creation >= creation }) else { return nil }
    return
      "\(text(index)) was built before its decorator at \(late.location): the instance that is kept goes without it. Decorate before the first resolve."
  }

  /// Services that hold what was replaced or reset after they were built.
  func holdersOfEarlier(_ own: [Int]) -> [String] {
    let creations = own.reduce(into: [Int: Int]()) { creations, index in
      let record = findings.entries[index].record
      if record.settings.scope.kind == .container { creations[index] = record.keptCreation }
    }
    if creations.isEmpty { return [] }
    let needs = Needs(findings)
    return own.compactMap { index in
      guard findings.entries[index].objectScope.kind == .container else { return nil }
      let present = creations[index] ?? .max
      let holders = creations.filter { $0.value < present }.keys.sorted()
      let late = holders.isEmpty ? [] : holders.filter(needs.holders(of: index).contains)
      if late.isEmpty { return nil }
      return
        "\(text(late)) \(late.count == 1 ? "was" : "were") built before the present \(text(index)): an earlier instance that is held goes on, and may have ended. Reset them together, or hold a Provider."
    }
  }

  /// An object under two keys of their own, whose actions both run.
  func sharedEnd(_ index: Int) -> String? {
    guard let object = endingObject(index) else { return nil }
    let other = findings.entries.indices.prefix(index).first { endingObject($0) === object }
    return other.map {
      "\(text($0)) and \(text(index)) give one object, and each has an onClose for it. Forward one key to the other: .implements(…)"
    }
  }
  private func endingObject(_ index: Int) -> AnyObject? {
    let entry = findings.entries[index]
    let isKept = ![.transient, .graph, .weak].contains(entry.objectScope.kind)
    guard !entry.isForward, isKept, !entry.record.settings.disposers.isEmpty else { return nil }
    return findings.builds[index]?.object
  }
}

/// Which services got others while they were built.
private struct Needs {
  /// By the factories alone.
  private let users: [[Int]]
  /// Also later, and by completions.
  private var needed: [[Int]]
  private let isPassing: [Bool]

  init(_ findings: Findings) {
    users = findings.wiring.users { $0.kind == .need }
    needed = Array(repeating: [], count: findings.entries.count)
    for edge in findings.wiring.edges where edge.kind != .forward {
      needed[edge.source].append(findings.wiring.owner(of: edge.target))
    }
    isPassing = findings.entries.map { !$0.record.outlivesCycle }
  }

  /// The services that have it, also by a service that belongs to them, and that it does not need itself.
  ///
  /// In a circle, one is complete before the other, and holds it all the same.
  func holders(of index: Int) -> Set<Int> {
    let holders = reached(from: index) { $0 == index || isPassing[$0] ? users[$0] : [] }
    return holders.subtracting(reached(from: index) { needed[$0] }).subtracting([index])
  }
  private func reached(from start: Int, _ next: (Int) -> [Int]) -> Set<Int> {
    var (found, waiting) = (Set<Int>(), [start])
    while let one = waiting.popLast() { waiting += next(one).filter { found.insert($0).inserted } }
    return found
  }
}
