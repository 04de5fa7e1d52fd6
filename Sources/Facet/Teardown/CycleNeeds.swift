/// The needs of services of the running cycle, until it ends: a shared service may receive them through the cycle.
struct CycleNeeds {
  /// A service that the cycle has.
  struct Place: Hashable {
    let entry: Int
    let cycleNumber: Int
    /// Another service may get the entry of a dropped one.
    let record: UInt
  }

  enum Target {
    case instance(Int)
    /// A lazy, or an instance that nobody else leads to.
    case needs(Needs)
    /// A service of the cycle, by its index in `received`.
    case service(Int)
  }

  /// What each service of the cycle received; the first list is unused, because a frame without needs has the number zero.
  private var received: [[Target]] = [[]]
  private var services: [Place: Int] = [:]
  /// The shared services and the used lazies, with the services of the cycle that they received, which may still receive more.
  private var kept: [ObjectIdentifier: (needs: Needs, services: [Int])] = [:]

  /// Begins the list of a service, and returns its index.
  mutating func begin(_ place: Place?) -> Int {
    received.append([])
    if let place { services[place] = received.count - 1 }
    return received.count - 1
  }

  func index(of place: Place) -> Int? { services[place] }

  mutating func add(_ target: Target, to service: Int) { received[service].append(target) }

  mutating func add(_ target: Target, to needs: Needs) {
    switch target {
    case .instance(let number): needs.add(number)
    case .needs(let other): needs.add(other)
    case .service(let index): kept[ObjectIdentifier(needs), default: (needs, [])].services.append(index)
    }
  }

  mutating func addUse(of lazy: Needs) { _ = kept[ObjectIdentifier(lazy), default: (lazy, [])] }

  /// Forgets a service that nobody received; `outer` is a build of the same service around it.
  mutating func drop(_ index: Int, _ place: Place, outer: Int?) {
    received[index] = []
    if services[place] == index { services[place] = outer }
  }

  /// Forgets where the services of an ended cycle are.
  mutating func end(_ cycleNumber: Int) { services = services.filter { $0.key.cycleNumber != cycleNumber } }

  /// Adds to the shared services and the used lazies the needs that they received through the cycle.
  func settle() {
    for (needs, services) in kept.values { fill(needs, from: services) }
  }

  /// The needs of a service of the cycle, for code that joins the cycle later; `nil` if it has none.
  func needs(of place: Place) -> Needs? {
    services[place].map { index in
      let new = Needs()
      fill(new, from: [index])
      return new
    }
  }

  private func fill(_ needs: Needs, from services: [Int]) {
    var (seen, open) = (Set(services), services)
    while let service = open.popLast() {
      for target in received[service] {
        switch target {
        case .instance(let number): needs.add(number)
        case .needs(let other): needs.add(other)
        case .service(let other): if seen.insert(other).inserted { open.append(other) }
        }
      }
    }
    needs.complete()
  }
}
