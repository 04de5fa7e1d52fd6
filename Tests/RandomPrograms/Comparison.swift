/// Where a program did something else than what is promised.
struct Divergence: CustomStringConvertible {
  let description: String

  /// Runs a program, several times if chance has a part in it.
  static func find(in program: Program, _ way: Generator.Way, tries: Int = 1) async -> Divergence? {
    if way == .alone { return compare(await Player.run(program, way), with: Reference(program).run()) }
    for _ in 0..<tries {
      let events = await Player.run(program, way)
      if let broken = Promises.broken(events, program, way) {
        return Divergence(description: "\(broken)\n" + list(events))
      }
    }
    return nil
  }

  private static func compare(_ events: [Event], with promised: [Event]) -> Divergence? {
    let (events, promised) = (sortingStorages(events), sortingStorages(promised))
    if events == promised { return nil }
    let same = zip(events, promised).prefix { $0 == $1 }.count
    func rest(_ all: [Event]) -> String { list(all.dropFirst(same).prefix(12)) }
    return Divergence(
      description: "\(list(events.prefix(same)))\nis:\n\(rest(events))\npromised:\n\(rest(promised))")
  }
  /// The order in which one call empties storages is nobody's business.
  private static func sortingStorages(_ events: [Event]) -> [Event] {
    var (sorted, emptied) = ([Event](), [Int]())
    for event in events {
      if case .emptied(let storage) = event {
        emptied.append(storage)
        continue
      }
      sorted += emptied.sorted().map { .emptied(storage: $0) } + [event]
      emptied = []
    }
    return sorted + emptied.sorted().map { .emptied(storage: $0) }
  }
  private static func list(_ events: some Sequence<Event>) -> String {
    events.map { "  \($0)" }.joined(separator: "\n")
  }
}
