/// What an instance needs: that ends later, if it has an end.
final class Part {
  /// The order of creation: when factory and decorators have returned, and again when it is kept.
  var number = 0
  /// Whether it has no end of its own: what it got, who got it got, too.
  let isPassing: Bool
  /// What it got while it was built.
  var built: [Part] = []
  /// What it got by a lazy.
  let life: Life
  fileprivate(set) var hasEnded = false

  init(_ life: Life, isPassing: Bool) { (self.life, self.isPassing) = (life, isPassing) }

  /// All that it needs among these, directly or through what has no end.
  ///
  /// And what of that it did not get by a lazy alone. What has no end waits for nobody.
  fileprivate func needs(among others: [Part]) -> (all: [Part], built: [Part]) {
    if isPassing { return ([], []) }
    let built = reached { $0.built }
    let all = reached { $0.built + $0.life.gained }
    func own(_ found: [Part]) -> [Part] {
      found.filter { part in part !== self && !part.isPassing && others.contains { $0 === part } }
    }
    return (own(all), own(built))
  }
  /// Whether it got another one while it was built, by whatever way.
  fileprivate func isBuilt(with other: Part) -> Bool {
    var (found, open) = ([Part](), built)
    while let part = open.popLast() {
      if part === other { return true }
      if found.contains(where: { $0 === part }) { continue }
      found.append(part)
      open += part.built
    }
    return false
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
  private let needs: [[Int]]

  /// *Who got a service ends before it.*
  ///
  /// What it got while it was built and is younger does not count: that was a circle. Nor does what came by a lazy alone, in a circle.
  init(_ parts: [Part]) {
    self.init(parts) { user, other in parts[other].number < parts[user].number }
  }
  /// The same, where nobody knows who is younger: in a circle nothing counts, whatever of it has ended since.
  init(withoutAges parts: [Part]) {
    self.init(parts) { user, other in !parts[other].isBuilt(with: parts[user]) }
  }
  private init(_ parts: [Part], counts: (_ user: Int, _ other: Int) -> Bool) {
    func place(_ part: Part) -> Int { parts.firstIndex { $0 === part }! }
    let found = parts.map { $0.needs(among: parts) }
    let (all, built) = (found.map { $0.all.map(place) }, found.map { $0.built.map(place) })
    needs = parts.indices.map { user in
      all[user].filter { other in
        built[user].contains(other)
          ? counts(user, other) : !Needs.reached(from: other, all).contains(user)
      }
    }
  }
  private static func reached(from first: Int, _ needs: [[Int]]) -> Set<Int> {
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
