/// Which services are to end before others: those that need them, and those of which it was said.
///
/// A need wins over what was said, and what was said in a circle does not count. Services are numbers.
package struct EndOrder {
  private let needs: [Int: Set<Int>]
  /// What was said, but for what a need contradicts.
  private var said: [Int: Set<Int>] = [:]

  package init(needs: [Int: Set<Int>], said: [(first: Int, later: Int)]) {
    self.needs = needs
    for (first, later) in said where contradiction(first, later) == nil {
      self.said[first, default: []].insert(later)
    }
  }

  /// Why a service cannot end before another one, although it was said; `nil` if it can.
  ///
  /// The way from the other one to the service: each is needed by the one before, or was said to end after that.
  package func obstacle(_ first: Int, before later: Int) -> [Int]? {
    if let way = contradiction(first, later) { return way }
    // Services that need one another leave the order to what was said.
    let areKnotted = isNeeded(first, by: later)
    return way(from: later, to: first) { (said[$0] ?? []).union(areKnotted ? [] : needs[$0] ?? []) }
  }
  package func isNeeded(_ used: Int, by user: Int) -> Bool { need(of: user, for: used) != nil }

  private func contradiction(_ first: Int, _ later: Int) -> [Int]? {
    if first == later { return [first] }
    return isNeeded(later, by: first) ? nil : need(of: later, for: first)
  }
  private func need(of user: Int, for used: Int) -> [Int]? { way(from: user, to: used) { needs[$0] ?? [] } }

  /// A shortest way.
  private func way(from start: Int, to end: Int, _ next: (Int) -> Set<Int>) -> [Int]? {
    var (before, waiting) = ([start: start], [start])
    while !waiting.isEmpty {
      let known = waiting
      waiting = []
      for one in known {
        for other in next(one).sorted() where before[other] == nil {
          before[other] = one
          waiting.append(other)
        }
      }
      if before[end] != nil { break }
    }
    guard before[end] != nil, start != end else { return nil }
    var way = [end]
    while way[0] != start { way.insert(before[way[0]]!, at: 0) }
    return way
  }
}
