/// What an instance needs: that ends later, if it has an end.
final class Part {
  /// The order of creation: when factory and decorators have returned, and again when it is kept.
  var number = 0
  /// Whether it has no end of its own: what it got, who got it got, too.
  let isPassing: Bool
  /// What it got while it was built.
  var built: [Part] = []
  /// What it got by a lazy.
  var later: [Part] = []
  fileprivate(set) var hasEnded = false

  init(isPassing: Bool) { self.isPassing = isPassing }

  /// All that it needs among these, directly or through what has no end; and what of that it did not get by a lazy alone.
  fileprivate func needs(among others: [Part]) -> (all: [Part], built: [Part]) {
    let built = reached { $0.built }
    let all = reached { $0.built + $0.later }
    func own(_ found: [Part]) -> [Part] { found.filter { part in part !== self && others.contains { $0 === part } } }
    return (own(all), own(built))
  }
  private func reached(_ next: (Part) -> [Part]) -> [Part] {
    var (found, open) = ([Part](), next(self))
    while let part = open.popLast() {
      if part.hasEnded || found.contains(where: { $0 === part }) { continue }
      found.append(part)
      if part.isPassing { open += next(part) }
    }
    return found
  }
}

/// Who has to end before whom: the needs of some parts, without those that do not count.
struct Needs {
  private var needs: [[Int]]

  /// *Who got a service ends before it.* In a circle, what came by a lazy alone does not count; in a circle that is left, the younger ends first.
  init(_ parts: [Part]) {
    let all = parts.map { $0.needs(among: parts) }
    func place(_ part: Part) -> Int { parts.firstIndex { $0 === part }! }
    let built = all.map { Set($0.built.map(place)) }
    needs = all.map { $0.all.map(place) }
    needs = counting { user, other in built[user].contains(other) }
    needs = counting { user, other in parts[other].number < parts[user].number }
  }
  /// Leaves out the needs within circles for which this does not hold.
  private func counting(_ counts: (Int, Int) -> Bool) -> [[Int]] {
    needs.indices.map { user in
      needs[user].filter { counts(user, $0) || !reached(from: $0).contains(user) }
    }
  }
  private func reached(from first: Int) -> Set<Int> {
    var (reached, open) = (Set([first]), [first])
    while let next = open.popLast() { open += needs[next].filter { reached.insert($0).inserted } }
    return reached
  }
  func has(_ user: Int, _ other: Int) -> Bool { needs[user].contains(other) }
}

extension Reference {
  /// *Who got a service ends before it; else the younger ends first.*
  func inEndOrder(_ taken: [Taken]) -> [Taken] {
    var rest = taken.sorted { part($0).number > part($1).number }
    var sorted: [Taken] = []
    let needs = Needs(taken.map(part))
    func isNeeded(_ one: Taken) -> Bool {
      rest.contains { user in needs.has(place(user), place(one)) }
    }
    func place(_ one: Taken) -> Int { taken.firstIndex { $0.instance == one.instance }! }
    while let next = rest.firstIndex(where: { !isNeeded($0) }) { sorted.append(rest.remove(at: next)) }
    return sorted
  }
  private func part(_ taken: Taken) -> Part { parts[taken.instance]! }
  /// It is no need of anybody any more.
  func noteEnd(of instance: Int) { parts[instance]!.hasEnded = true }
}
