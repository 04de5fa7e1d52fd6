extension [Ending] {
  /// The reverse order of creation; a service that got another one by a `Lazy`, or that says so, ends before that.
  var inEndOrder: [Ending] {
    let all = inOrder { -$0.number }
    guard count > 1 else { return all }
    let said = SaidOrder(all)
    guard !said.isEmpty || contains(where: { $0.uses.contains { $0.isLazy } }) else { return all }
    var (sorted, waiting) = ([Ending](), Array<Int>(all.indices))
    /// Ends one, after those of which it was said, and all that need these.
    func end(_ one: Int, isEarlier: Bool) {
      waiting.removeAll { $0 == one }
      for other in waiting
      where said.isBefore(other, one) || isEarlier && (all[other].used(all[one]) || said.needs(other, one)) {
        if waiting.contains(other) { end(other, isEarlier: true) }
      }
      sorted.append(all[one])
    }
    while !waiting.isEmpty {
      // In a circle, the order of creation counts.
      let next = waiting.first { one in !waiting.contains { all[$0].used(all[one]) } } ?? waiting[0]
      end(next, isEarlier: false)
    }
    return sorted
  }
}

/// What `closes(before:)` says about instances that end together, by their places.
private struct SaidOrder {
  private let orders: [Int]
  private var first: [Int: Set<Int>] = [:]
  private var order: EndOrder?

  init(_ endings: [Ending]) {
    orders = endings.map(\.record.order)
    var said: [(first: Int, later: Int)] = []
    for (place, ending) in endings.enumerated() where !ending.record.settings.laterEnds.isEmpty {
      // What was removed with it is in no table any more.
      let removed = endings.map(\.record).filter { ending.saysToBeLater($0) }
      let later = Set((ending.saidToBeLater + removed).map(\.order))
      if !later.isEmpty { said += orders.indices.filter { later.contains(orders[$0]) }.map { (place, $0) } }
    }
    if said.isEmpty { return }
    let order = EndOrder(
      needs: SaidOrder.needs(of: endings), said: said.map { (orders[$0.first], orders[$0.later]) })
    for (one, later) in said where order.obstacle(orders[one], before: orders[later]) == nil {
      first[later, default: []].insert(one)
    }
    self.order = order
  }
  var isEmpty: Bool { first.isEmpty }
  func isBefore(_ one: Int, _ later: Int) -> Bool { first[later]?.contains(one) == true }
  /// Whether one needs another, which does not need it.
  func needs(_ user: Int, _ used: Int) -> Bool {
    guard let order else { return false }
    return order.isNeeded(orders[used], by: orders[user]) && !order.isNeeded(orders[user], by: orders[used])
  }

  private static func needs(of endings: [Ending]) -> [Int: Set<Int>] {
    var (needs, seen) = ([Int: Set<Int>](), Set<ObjectIdentifier>())
    for owner in endings.map(\.record.owner) where seen.insert(ObjectIdentifier(owner)).inserted {
      let known = owner.particular { $0.needs }
      if let known { needs.merge(known.all) { $0.union($1) } }
    }
    for user in endings where !user.uses.isEmpty {
      needs[user.record.order, default: []].formUnion(endings.filter(user.used).map(\.record.order))
    }
    return needs
  }
}

extension Ending {
  /// Whether it got the other one by a `Lazy`, or the other one was built for it.
  fileprivate func used(_ other: Ending) -> Bool {
    record !== other.record
      && (uses.contains(.lazy(other.record.order)) || uses.contains(.forLazy(other.number))
        || uses.contains(.part(other.number)))
  }
  fileprivate func saysToBeLater(_ other: Record) -> Bool {
    record.settings.laterEnds.contains { $0.serviceType == other.serviceType && $0.name == other.key.name }
      && owner.line.contains { $0 === other.owner }
  }
  /// The records whose instances it ends before.
  fileprivate var saidToBeLater: [Record] {
    record.settings.laterEnds.flatMap { end in
      owner.line.flatMap { registry in
        registry.registrations(of: end.serviceType).filter { $0.key.name == end.name }.map(\.record)
      }
    }
  }
}
