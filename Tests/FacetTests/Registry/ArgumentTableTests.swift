import FacetTestSupport
import Testing

@testable import Facet

/// The records for single values of the arguments, and what happens while somebody compares.
@Suite(.timeLimit(.minutes(5))) struct ArgumentTableTests {
  private let records = Records()

  /// A member that stands for a number, with an instance if it is to be kept.
  private func make(_ number: Int, hash: UInt = 0, isBuilt: Bool = true) -> ArgumentMember {
    let record = records.make("\(number)")
    if isBuilt { _ = record.publish(.copy(of: Tea()), since: record.resetCount) }
    let arguments = withUnsafePointer(to: number) { ArgumentCopy(Int.self, from: $0) }
    return ArgumentMember(record, arguments, hash)
  }

  private func number(_ member: ArgumentMember) -> Int { member.arguments.pointer.load(as: Int.self) }

  private func find(
    _ wanted: Int, hash: UInt = 0, in table: ArgumentTable, meanwhile: (Int) -> Void = { _ in }
  ) -> ArgumentTable.Place {
    // As a participant of `Reclamation`, which every reader is.
    ThreadState.current.inOneCycle(asking: nil) {
      table.find(hash) { member in
        meanwhile(number(member))
        return number(member) == wanted
      }
    }
  }

  /// Adds a member and ends its build.
  @discardableResult
  private func add(_ number: Int, hash: UInt = 0, to table: ArgumentTable) -> ArgumentMember {
    let member = make(number, hash: hash)
    #expect(table.add(member, at: find(number, hash: hash, in: table)))
    table.endBuild(of: member)
    return member
  }

  private func numbers(_ table: ArgumentTable) -> [Int] { table.all.map(number).sorted() }

  @Test func `members are found by hash, and then by comparison`() {
    let table = ArgumentTable()
    let members = (0..<20).map { add($0, hash: UInt($0 % 3), to: table) }
    for (number, member) in members.enumerated() {
      #expect(find(number, hash: UInt(number % 3), in: table).member === member)
    }
    #expect(find(1, hash: 0, in: table).member == nil)
    #expect(numbers(table) == Array(0..<20))
  }

  @Test func `a member that is added while another one compares is noticed`() {
    let table = ArgumentTable()
    add(0, to: table)
    var isFirst = true
    let place = find(1, in: table) { _ in
      if isFirst {
        isFirst = false
        add(1, to: table)
      }
    }
    #expect(place.member == nil)
    #expect(!table.add(make(1), at: place))
    #expect(find(1, in: table).member != nil)
    #expect(numbers(table) == [0, 1])
  }

  @Test func `a table that grows while another one compares is noticed`() {
    let table = ArgumentTable()
    add(0, to: table)
    var isFirst = true
    let place = find(1, in: table) { _ in
      guard isFirst else { return }
      isFirst = false
      // No other has the hash, but all move to other chains.
      for number in 10..<30 { add(number, hash: UInt(number), to: table) }
    }
    #expect(place.member == nil)
    #expect(!table.add(make(1), at: place))
    #expect(table.add(make(1), at: find(1, in: table)))
    #expect(find(0, in: table).member.map(number) == 0)
  }

  @Test func `a search goes on from the beginning if what it compares with is removed`() {
    let table = ArgumentTable()
    for number in 0..<3 { add(number, to: table) }
    var seen: [Int] = []
    let place = find(0, in: table) { number in
      seen.append(number)
      guard seen.count == 1 else { return }
      table.reset()
      for number in 0..<2 { add(number, to: table) }
      seen.append(-1)
    }
    #expect(place.member.map(number) == 0)
    #expect(seen.contains(-1))
    #expect(seen.last == 0)
  }

  @Test func `an equal member that is removed by its own comparison is not found`() {
    let table = ArgumentTable()
    let old = add(0, to: table)
    var isFirst = true
    let place = find(0, in: table) { _ in
      if isFirst { table.reset() }
      isFirst = false
    }
    #expect(place.member == nil)
    #expect(!table.beginBuild(of: old))
    #expect(table.add(make(0), at: place))
  }

  @Test func `members around a removed one stay in their order`() {
    let table = ArgumentTable()
    let building = (0..<4).map { number in
      let member = make(number)
      #expect(table.add(member, at: find(number, in: table)))
      return member
    }
    table.endBuild(of: building[2])
    var seen: [Int] = []
    // While the third is removed, the search is at the fourth, and sees the others after it.
    let place = find(0, in: table) { number in
      if seen.isEmpty { table.reset() }
      seen.append(number)
    }
    #expect(seen == [3, 1, 0])
    #expect(place.member === building[0])
    for member in [building[0], building[1], building[3]] { table.endBuild(of: member) }
    #expect(numbers(table).isEmpty)
  }

  @Test func `a member without an instance goes when its last build ends`() {
    let table = ArgumentTable()
    let member = make(0, isBuilt: false)
    #expect(table.add(member, at: find(0, in: table)))
    #expect(table.beginBuild(of: member))
    table.endBuild(of: member)
    #expect(numbers(table) == [0])
    table.endBuild(of: member)
    #expect(numbers(table).isEmpty)
    #expect(!table.beginBuild(of: member))
  }

  @Test func `a member whose instance is not visible yet stays`() {
    let table = ArgumentTable()
    let member = make(0, isBuilt: false)
    #expect(table.add(member, at: find(0, in: table)))
    guard case .granted(let flight) = Flights.claim(member.record, for: ThreadState.current) else {
      Issue.record("Another one builds")
      return
    }
    table.endBuild(of: member)
    #expect(numbers(table) == [0])
    for number in 1..<40 { add(number, hash: 1, to: table) }
    #expect(numbers(table) == Array(0..<40))
    Flights.end([flight])
    for number in 40..<80 { add(number, hash: 1, to: table) }
    #expect(numbers(table) == Array(1..<80))
  }

  @Test func `the order of use decides who goes`() {
    let table = ArgumentTable(ArgumentRule(limit: 3))
    let members = (0..<3).map { add($0, hash: UInt($0), to: table) }
    table.noteUse(of: members[0])
    add(3, to: table)
    #expect(numbers(table) == [0, 2, 3])
    table.noteUse(of: members[1])
    add(4, to: table)
    #expect(numbers(table) == [0, 3, 4])
    table.noteUse(of: members[0])
    add(5, to: table)
    add(6, to: table)
    #expect(numbers(table) == [0, 5, 6])
  }

  @Test func `what is being built does not count, and does not go`() {
    let table = ArgumentTable(ArgumentRule(limit: 1))
    let building = make(0)
    #expect(table.add(building, at: find(0, in: table)))
    table.noteUse(of: building)
    for number in 1..<4 { add(number, to: table) }
    #expect(numbers(table) == [0, 3])
    table.endBuild(of: building)
    #expect(numbers(table) == [0])
    #expect(table.beginBuild(of: building))
    add(1, to: table)
    #expect(numbers(table) == [0, 1])
    table.removeAll()
    table.endBuild(of: building)
    #expect(numbers(table).isEmpty)
    add(2, to: table)
    #expect(numbers(table) == [2])
  }
}
