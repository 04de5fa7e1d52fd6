import Testing

@testable import Facet

/// The table of a resolution cycle.
@Suite(.timeLimit(.minutes(5))) struct CycleTests {
  private let container: Container
  private let made: Records
  private var builder: Unmanaged<Registry> { .passUnretained(container.registry) }

  init() {
    container = Container()
    made = Records(in: container)
  }

  private func records(_ count: Int) -> [Record] { made.make(count) }

  /// Adds an entry; with a hash of its own, or with one that others share.
  @discardableResult
  private func append(_ record: Record, _ hash: UInt? = nil, to cycle: inout Cycle) -> Int {
    cycle.append(.passUnretained(record), builder, nil, .graph, hash ?? self.hash(record))
  }

  private func find(
    _ record: Record, _ hash: UInt? = nil, in cycle: borrowing Cycle, before limit: Int = .max
  ) -> Int? {
    cycle.candidate(.passUnretained(record), builder, .graph, hash ?? self.hash(record), before: limit)
  }

  private func hash(_ record: Record) -> UInt { Cycle.hash(.passUnretained(record), builder) }

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
    let otherBuilder = Unmanaged.passUnretained(other.registry)
    for record in records {
      let (record, hash) = (Unmanaged.passUnretained(record), hash(record))
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
    #expect(cycle.entry(1).pointee.content == .dead)
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
    let capacity = cycle.capacity
    for record in records { append(record, to: &cycle) }
    #expect(cycle.capacity > capacity)
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

  @Test func `the memory of a cycle of usual size is kept, that of a huge one is not`() {
    let record = records(1)[0]
    var cycle = Cycle()
    let capacity = cycle.capacity
    for _ in 0..<4_000 { append(record, to: &cycle) }
    empty(&cycle)
    cycle.trim()
    #expect(cycle.capacity == 4_096)
    for _ in 0..<5_000 { append(record, to: &cycle) }
    empty(&cycle)
    cycle.trim()
    #expect(cycle.capacity == capacity)
    append(record, to: &cycle)
    #expect(find(record, in: cycle) == 0)
    empty(&cycle)
  }

  @Test func `an entry holds a shared instance until it is released by hand`() {
    let record = records(1)[0]
    var cycle = Cycle()
    append(record, to: &cycle)
    weak var released: SharedInstance?
    do {
      let instance = SharedInstance.copy(of: Tea())
      released = instance
      cycle.hold(instance, at: 0)
    }
    #expect(released != nil)
    #expect(cycle.entry(0).pointee.content == .instance)
    #expect(cycle.entry(0).pointee.instance.takeUnretainedValue() === released)
    cycle.entry(0).pointee.instance.release()
    #expect(released == nil)
    empty(&cycle)
  }

  @Test func `an entry keeps a copy of its arguments once`() {
    let operations = ArgumentOperations(Signature<Int, Tea>.self)
    let recipe = Recipe(size: 8, alignment: 8, arguments: operations, factory: .general { _, _, _ in })
    let record = Record(
      ServiceKey(Tea.self), at: .sample, recipe, owner: container.registry,
      configuration: Configuration.make(Settings(scope: ObjectScope.graph)))
    weak var released: Tea?
    var cycle = Cycle()
    do {
      let tea = Tea()
      released = tea
      withUnsafePointer(to: (7, tea)) { arguments in
        _ = cycle.append(.passUnretained(record), builder, arguments, .graph, 0)
        cycle.keepArguments(0)
        #expect(cycle.entry(0).pointee.arguments != UnsafeRawPointer(arguments))
      }
    }
    let copy = cycle.entry(0).pointee.ownedArguments
    cycle.keepArguments(0)
    #expect(cycle.entry(0).pointee.ownedArguments?.toOpaque() == copy?.toOpaque())
    #expect(released != nil)
    copy?.release()
    #expect(released == nil)
    empty(&cycle)
    withExtendedLifetime(record) {}
  }
}
