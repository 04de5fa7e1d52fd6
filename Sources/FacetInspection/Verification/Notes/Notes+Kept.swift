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
  func holdersOfEarlier(_ index: Int) -> String? {
    let record = findings.entries[index].record
    guard record.settings.scope.kind == .container else { return nil }
    let present = record.keptCreation ?? .max
    let all = needers(of: index)
    let holders = all.filter { other in
      let holder = findings.entries[other].record
      guard holder.settings.scope.kind == .container, let creation = holder.keptCreation else { return false }
      return creation < present
    }
    if holders.isEmpty { return nil }
    return
      "\(text(holders)) \(holders.count == 1 ? "was" : "were") built before the present \(text(index)): an earlier instance that is held goes on, and may have ended. Reset them together, or hold a Provider."
  }

  /// The services that got it while they were built, also through a service that belongs to them, and that it does not need itself.
  ///
  /// In a circle, one is complete before the other, and holds it all the same.
  private func needers(of index: Int) -> [Int] {
    let ways = findings.wiring.edges.filter { $0.kind != .forward }.map { edge in
      (source: edge.source, target: findings.wiring.owner(of: edge.target), isNeed: edge.kind == .need)
    }
    func reach(_ start: Int, _ next: (Int) -> [Int]) -> Set<Int> {
      var (found, waiting) = (Set<Int>(), [start])
      while let one = waiting.popLast() { waiting += next(one).filter { found.insert($0).inserted } }
      return found
    }
    let needed = reach(index) { one in ways.filter { $0.source == one }.map(\.target) }
    let needers = reach(index) { one in
      one != index && findings.entries[one].record.outlivesCycle
        ? [] : ways.filter { $0.target == one && $0.isNeed }.map(\.source)
    }
    return needers.subtracting(needed).filter { $0 != index }.sorted()
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
