import Testing

@testable import Facet

/// The hash table of registrations, on one thread.
@Suite(.timeLimit(.minutes(5))) struct RegistryTableTests {
  private let container = Container()

  /// Puts a record in the table.
  @discardableResult
  private func put(_ name: String?, in table: RegistryTable) -> Record {
    let record = Record.sample(name, in: container)
    _ = table.exchange(table.place(of: record.lookup), for: record)
    return record
  }

  private func find(_ name: String?, in table: RegistryTable) -> Registration? {
    table.find(Lookup(Tea.self, nil, name))?.object
  }

  @Test func `an empty table has nothing`() {
    let table = RegistryTable(capacity: 8)
    #expect(find(nil, in: table) == nil)
    #expect(find("green", in: table) == nil)
  }

  @Test func `a registration is found by its key alone`() {
    let table = RegistryTable(capacity: 8)
    let (plain, green) = (put(nil, in: table), put("green", in: table))
    #expect(find(nil, in: table) === plain)
    #expect(find("green", in: table) === green)
    #expect(find("black", in: table) == nil)
    let others = [Lookup(Cake.self, nil), Lookup(Tea.self, Signature<Int>.self)]
    #expect(others.allSatisfy { table.find($0) == nil })
  }

  @Test func `a new registration gives the one that it replaces`() {
    let table = RegistryTable(capacity: 8)
    let old = put("green", in: table)
    let new = Record.sample("green", in: container)
    #expect(table.exchange(table.place(of: new.lookup), for: new) === old)
    #expect(find("green", in: table) === new)
  }

  @Test func `what is taken out does not hide what was put behind it`() {
    let table = RegistryTable(capacity: 64)
    let names = (0..<20).map { "\($0)" }
    let records = names.map { put($0, in: table) }
    for index in stride(from: 0, to: 20, by: 2) {
      #expect(
        table.exchange(table.place(of: records[index].lookup), for: RegistryTable.removed) === records[index])
    }
    for index in 0..<20 {
      #expect(find(names[index], in: table) === (index.isMultiple(of: 2) ? nil : records[index]))
    }
  }

  @Test func `taking out what is not there changes nothing`() {
    let table = RegistryTable(capacity: 8)
    let record = put("green", in: table)
    #expect(
      table.exchange(table.place(of: Lookup(Tea.self, nil, "black")), for: RegistryTable.removed) == nil)
    #expect(find("green", in: table) === record)
  }

  @Test func `a table is half full before a search could go round for ever`() {
    let table = RegistryTable(capacity: 8)
    for number in 0..<3 {
      #expect(table.hasRoom(for: 1))
      put("\(number)", in: table)
    }
    #expect(table.hasRoom(for: 1))
    put("3", in: table)
    #expect(!table.hasRoom(for: 1))
    #expect(find("4", in: table) == nil)
  }

  @Test func `removed cells count as used, until the table is made anew`() {
    let table = RegistryTable(capacity: 8)
    for number in 0..<4 {
      let record = put("\(number)", in: table)
      _ = table.exchange(table.place(of: record.lookup), for: RegistryTable.removed)
    }
    #expect(!table.hasRoom(for: 1))
    let next = RegistryTable(outgrowing: table)
    // No larger: there is room for three.
    for number in 0..<3 {
      #expect(next.hasRoom(for: 1))
      put("\(number)", in: next)
    }
    #expect(next.hasRoom(for: 1))
    put("3", in: next)
    #expect(!next.hasRoom(for: 1))
  }

  @Test func `a larger table takes everything over, and the old one can still be read`() {
    let table = RegistryTable(capacity: 8)
    let records = (0..<4).map { put("\($0)", in: table) }
    let larger = RegistryTable(outgrowing: table)
    #expect(!table.hasRoom(for: 1) && larger.hasRoom(for: 1))
    for number in 0..<4 {
      #expect(find("\(number)", in: larger) === records[number])
      #expect(find("\(number)", in: table) === records[number])
    }
  }

  @Test func `a table releases what it holds, and one that is outgrown nothing`() {
    weak var released: Record?
    var table: RegistryTable? = RegistryTable(capacity: 8)
    var larger: RegistryTable?
    do {
      released = put("green", in: table.unsafelyUnwrapped)
      larger = table.map { RegistryTable(outgrowing: $0) }
    }
    table = nil
    #expect(released != nil)
    #expect(larger.flatMap { find("green", in: $0) } != nil)
    larger = nil
    #expect(released == nil)
  }

  @Test func `a table that is outgrown releases nothing of what replaces its registrations`() {
    weak var (old, new): (Record?, Record?)
    var table: RegistryTable? = RegistryTable(capacity: 8)
    do {
      old = put("green", in: table.unsafelyUnwrapped)
      put("black", in: table.unsafelyUnwrapped)
      let larger = table.map { RegistryTable(outgrowing: $0) }
      // The caller gets the old one, which the outgrown table still leads to.
      new = larger.map { put("green", in: $0) }
      #expect(old == nil)
      table = nil
      #expect(new != nil)
      #expect(larger.flatMap { find("black", in: $0) } != nil)
      withExtendedLifetime(larger) {}
    }
    #expect(new == nil)
  }

  @Test func `what was taken out is none of what the table lists`() {
    let table = RegistryTable(capacity: 8)
    let records = ["green", "black"].map { put($0, in: table) }
    _ = table.exchange(table.place(of: records[0].lookup), for: RegistryTable.removed)
    var names: [String] = []
    table.forEach { names.append($0.object.name ?? "") }
    #expect(names == ["black"])
  }

  @Test func `a place is current until its cell changes`() {
    let table = RegistryTable(capacity: 8)
    let lookup = Lookup(Tea.self, nil, "green")
    let free = table.place(of: lookup)
    #expect(free.registration == nil)
    #expect(table.isCurrent(free))
    put("green", in: table)
    #expect(!table.isCurrent(free))
    let taken = table.place(of: lookup)
    #expect(table.isCurrent(taken))
    _ = table.exchange(taken, for: RegistryTable.removed)
    #expect(!table.isCurrent(taken))
  }
}
