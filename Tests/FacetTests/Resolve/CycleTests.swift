import Testing

@testable import Facet

/// The table of a resolution cycle.
@Suite(.timeLimit(.minutes(5))) struct CycleTests {
  private let container: Container
  private let made: Records
  private var builder: Borrowed<Registry> { Borrowed(container.registry) }

  init() {
    container = Container()
    made = Records(in: container)
  }

  private func records(_ count: Int) -> [Record] { made.make(count) }

  /// Adds an entry; with a hash of its own, or with one that others share.
  @discardableResult
  private func append(_ record: Record, _ hash: UInt? = nil, to cycle: inout Cycle) -> Int {
    cycle.append(Borrowed(record), builder, nil, .graph, hash ?? self.hash(record))
  }

  private func find(
    _ record: Record, _ hash: UInt? = nil, in cycle: borrowing Cycle, before limit: Int = .max
  ) -> Int? {
    cycle.candidate(Borrowed(record), builder, .graph, hash ?? self.hash(record), before: limit)
  }

  private func hash(_ record: Record) -> UInt { Cycle.hash(Borrowed(record), builder) }

  /// A cycle must be empty at its end.
  private func empty(_ cycle: inout Cycle) {
    while cycle.count > 0 { cycle.discard(cycle.count - 1) }
  }

  @Test func `an empty cycle has nothing`() {
    let cycle = Cycle()
    #expect(find(records(1)[0], in: cycle) == nil)
    #expect(cycle.count == 0)
  }

  @Test func `an entry is found by its record, its builder and its scope`() {
    let (records, other) = (records(3), Container())
    var cycle = Cycle()
    for record in records { append(record, to: &cycle) }
    #expect(records.map { find($0, in: cycle) } == [0, 1, 2])
    let otherBuilder = Borrowed(other.registry)
    for record in records {
      let (record, hash) = (Borrowed(record), hash(record))
      #expect(cycle.candidate(record, otherBuilder, .graph, hash) == nil)
      #expect(cycle.candidate(record, builder, .transient, hash) == nil)
    }
    empty(&cycle)
    withExtendedLifetime(other) {}
  }

  @Test func `the first entry is found whatever the hash, for it stands in no chain`() {
    let records = records(2)
    var cycle = Cycle()
    append(records[0], to: &cycle)
    #expect(find(records[0], 7, in: cycle) == 0)
    append(records[1], to: &cycle)
    #expect(find(records[0], 7, in: cycle) == 0)
    #expect(find(records[0], 7, in: cycle, before: 0) == nil)
    empty(&cycle)
  }

  @Test func `entries of one chain are told apart`() {
    let records = records(10)
    var cycle = Cycle()
    for record in records { append(record, 42, to: &cycle) }
    #expect(records.map { find($0, 42, in: cycle) } == Array(0..<10))
    #expect(find(made.make(), 42, in: cycle) == nil)
    empty(&cycle)
  }

  @Test func `of several entries of one record the newest comes first, and then the ones before it`() {
    let record = records(1)[0]
    var cycle = Cycle()
    for _ in 0..<5 { append(record, 42, to: &cycle) }
    var found: [Int] = []
    var limit = Int.max
    while let index = find(record, 42, in: cycle, before: limit) {
      found.append(index)
      limit = index
    }
    #expect(found == [4, 3, 2, 1, 0])
    empty(&cycle)
  }

  @Test func `what left from the end is not found, and what came before it is`() {
    let records = records(3)
    var cycle = Cycle()
    for record in records { append(record, 42, to: &cycle) }
    cycle.discard(2)
    #expect(cycle.count == 2)
    #expect(records.map { find($0, 42, in: cycle) } == [0, 1, nil])
    append(records[2], 42, to: &cycle)
    #expect(find(records[2], 42, in: cycle) == 2)
    empty(&cycle)
  }

  @Test func `what left from the middle stays as a dead entry that nothing finds`() {
    let records = records(4)
    var cycle = Cycle()
    for record in records { append(record, 42, to: &cycle) }
    cycle.discard(1)
    #expect(cycle.count == 4)
    #expect(cycle[1].content == .dead)
    #expect(records.map { find($0, 42, in: cycle) } == [0, nil, 2, 3])
    cycle.discard(0)
    #expect(records.map { find($0, 42, in: cycle) } == [nil, nil, 2, 3])
    append(records[1], 42, to: &cycle)
    #expect(find(records[1], 42, in: cycle) == 4)
    empty(&cycle)
  }

  @Test func `a dead entry hides no earlier one of the same record`() {
    let records = records(2)
    var cycle = Cycle()
    for record in [records[0], records[0], records[1]] { append(record, 42, to: &cycle) }
    cycle.discard(1)
    #expect(find(records[0], 42, in: cycle) == 0)
    empty(&cycle)
  }

  @Test func `everything is found after the table has grown`() {
    let records = records(200)
    var cycle = Cycle()
    for record in records { append(record, to: &cycle) }
    #expect(records.map { find($0, in: cycle) } == Array(0..<200))
    // What was dead stays so.
    cycle.discard(100)
    let more = self.records(200)
    for record in more { append(record, to: &cycle) }
    #expect(find(records[100], in: cycle) == nil)
    #expect(more.map { find($0, in: cycle) } == Array(200..<400))
    for _ in 0..<350 { cycle.discard(cycle.count - 1) }
    #expect(records.prefix(50).map { find($0, in: cycle) } == Array(0..<50))
    #expect(records.dropFirst(50).allSatisfy { find($0, in: cycle) == nil })
    empty(&cycle)
  }

  @Test func `a chain keeps its order when the table grows`() {
    let record = records(1)[0]
    var cycle = Cycle()
    for _ in 0..<100 { append(record, 42, to: &cycle) }
    #expect(find(record, 42, in: cycle) == 99)
    #expect(find(record, 42, in: cycle, before: 50) == 49)
    #expect(find(record, 42, in: cycle, before: 1) == 0)
    empty(&cycle)
  }

  @Test func `an emptied cycle can be used again`() {
    let records = records(50)
    var cycle = Cycle()
    for _ in 0..<3 {
      for record in records { append(record, to: &cycle) }
      #expect(records.map { find($0, in: cycle) } == Array(0..<50))
      empty(&cycle)
      #expect(records.allSatisfy { find($0, in: cycle) == nil })
    }
  }

  @Test func `a huge cycle that was emptied and trimmed can be used again`() {
    let records = records(2)
    var cycle = Cycle()
    for _ in 0..<2 {
      for _ in 0..<5_000 { append(records[0], to: &cycle) }
      append(records[1], to: &cycle)
      #expect(find(records[1], in: cycle) == 5_000)
      empty(&cycle)
      cycle.trim()
      #expect(cycle.count == 0)
      #expect(records.allSatisfy { find($0, in: cycle) == nil })
    }
  }

  // MARK: - What an entry holds

  /// Adds an entry, and fills it with a service.
  private func append<Service>(_ service: Service, of record: Record, to cycle: inout Cycle) -> Int {
    let index = append(record, to: &cycle)
    Slot.with(Service.self) { slot in
      slot.put(service)
      cycle.fill(index, from: slot)
    }
    return index
  }

  private func copy<Service>(_ index: Int, of cycle: borrowing Cycle, as type: Service.Type) -> Service? {
    Slot.with(type) { slot in cycle.copy(index, to: slot) ? slot.take(as: type) : nil }
  }

  /// Takes out an entry and the service that lies in it.
  private func drop(_ index: Int, of cycle: inout Cycle) {
    let (cell, type) = cycle.place(index)
    cell.move(type) { cycle.discard(index) }
  }

  /// A record of a type that no registry has.
  private func makeRecord<Service>(of type: Service.Type) -> Record {
    let recipe = Recipe(slotType: SlotType(for: type), arguments: nil) { _, _, _ in }
    return Record(
      ServiceKey(type), at: .sample, recipe, owner: container.registry,
      configuration: .make(Settings(scope: ObjectScope.graph)))
  }

  @Test func `an entry without a service gives none`() {
    let record = made.make()
    var cycle = Cycle()
    append(record, to: &cycle)
    #expect(copy(0, of: cycle, as: Tea.self) == nil)
    #expect(cycle.boxed(0) == nil)
    empty(&cycle)
  }

  @Test func `a small service lies in its entry until it is taken out`() {
    let record = made.make()
    var cycle = Cycle()
    weak var released: Tea?
    do {
      let tea = Tea()
      released = tea
      #expect(append(tea, of: record, to: &cycle) == 0)
    }
    #expect(cycle[0].content == .service)
    #expect(cycle.instance(0) == nil)
    do {
      #expect(copy(0, of: cycle, as: Tea.self) === released)
      #expect(cycle.boxed(0) as? Tea === released)
      #expect(released != nil)
    }
    drop(0, of: &cycle)
    #expect(cycle.count == 0)
    #expect(released == nil)
  }

  @Test func `a service that has no room in its entry lies on the heap`() {
    let record = makeRecord(of: Platter.self)
    var cycle = Cycle()
    weak var released: Tea?
    do {
      let platter = Platter()
      released = platter.tea
      #expect(append(platter, of: record, to: &cycle) == 0)
    }
    #expect(cycle[0].content == .instance)
    do { #expect(copy(0, of: cycle, as: Platter.self)?.tea === released) }
    do { #expect((cycle.boxed(0) as? Platter)?.tea === released) }
    #expect(released != nil)
    cycle[0].instance?.release()
    #expect(released == nil)
    empty(&cycle)
    withExtendedLifetime(record) {}
  }

  @Test func `services stay where they are while the cycle grows`() {
    let records = made.make(200)
    var cycle = Cycle()
    let teas = records.map { record in
      let tea = Tea()
      _ = append(tea, of: record, to: &cycle)
      return tea
    }
    #expect(teas.indices.allSatisfy { copy($0, of: cycle, as: Tea.self) === teas[$0] })
    while cycle.count > 0 { drop(cycle.count - 1, of: &cycle) }
  }

  @Test func `an entry holds a shared instance until it is released by hand`() {
    let record = records(1)[0]
    var cycle = Cycle()
    append(record, to: &cycle)
    weak var released: Instance?
    do {
      let instance = Instance.copy(of: Tea())
      released = instance
      cycle.hold(instance, at: 0)
    }
    #expect(released != nil)
    #expect(cycle[0].content == .instance)
    #expect(cycle.instance(0)?.object === released)
    cycle[0].instance?.release()
    #expect(released == nil)
    empty(&cycle)
  }

  @Test func `an entry keeps a copy of its arguments once`() {
    let operations = ArgumentOperations(Signature<Int, Tea>.self)
    let record = Record.sample(arguments: operations, in: container.registry)
    weak var released: Tea?
    var cycle = Cycle()
    do {
      let tea = Tea()
      released = tea
      withUnsafePointer(to: (7, tea)) { tuple in
        let arguments = Arguments(tuple)
        _ = cycle.append(Borrowed(record), builder, arguments, .graph, 0)
        cycle.keepArguments(0)
        #expect(cycle[0].arguments?.address != arguments.address)
      }
    }
    let copy = cycle[0].ownedArguments
    cycle.keepArguments(0)
    #expect(cycle[0].ownedArguments?.borrowed == copy?.borrowed)
    #expect(cycle[0].arguments.map { operations.values($0).first as? Int } == 7)
    #expect(released != nil)
    copy?.release()
    #expect(released == nil)
    empty(&cycle)
    withExtendedLifetime(record) {}
  }
}

/// A value that has no room in an entry.
private struct Platter {
  let tea = Tea()
  let places = (1, 2, 3, 4, 5, 6)
}
