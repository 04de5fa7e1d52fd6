import FacetTestSupport
import Testing

@testable import Facet

/// The records for single values of the arguments, and what happens while arguments are compared.
@Suite(.timeLimit(.minutes(5))) struct ArgumentTableTests {
  private let records = Records()

  /// A member that stands for a number, with an instance if it is to be kept.
  private func make(_ number: Int, hash: UInt = 0, isBuilt: Bool = true) -> ArgumentMember {
    let record = records.make("\(number)")
    if isBuilt { _ = record.publish(.copy(of: Tea()), since: record.resetCount) }
    return ArgumentMember(record, .keeping(number), hash)
  }

  private func number(_ member: ArgumentMember) -> Int { Signature<Int>.tuple(member.arguments.arguments) }

  private func find(
    _ wanted: Int, hash: UInt = 0, in table: ArgumentTable, meanwhile: (Int) -> Void = { _ in }
  ) -> ArgumentTable.Place {
    // As a participant of `Reclamation`, which every reader is.
    Thread.current.inOneCycle(asking: nil) {
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
    _ = table.endBuild(of: member)
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

  @Test func `what is added under another hash does not matter`() {
    let table = ArgumentTable()
    add(0, to: table)
    var isFirst = true
    let place = find(1, in: table) { _ in
      guard isFirst else { return }
      isFirst = false
      for number in 10..<30 { add(number, hash: UInt(number), to: table) }
    }
    #expect(place.member == nil)
    #expect(table.add(make(1), at: place))
    #expect(find(0, in: table).member.map(number) == 0)
  }

  @Test func `what was removed and added anew while another one compares is noticed`() {
    let table = ArgumentTable()
    for number in 0..<3 { add(number, to: table) }
    var isFirst = true
    let place = find(3, in: table) { _ in
      guard isFirst else { return }
      isFirst = false
      _ = table.reset()
      add(3, to: table)
    }
    #expect(place.member == nil)
    #expect(!table.add(make(3), at: place))
    #expect(find(3, in: table).member != nil)
  }

  @Test func `what was only removed while another one compares does not matter`() {
    let table = ArgumentTable()
    for number in 0..<3 { add(number, to: table) }
    let place = find(3, in: table) { _ in _ = table.reset() }
    #expect(place.member == nil)
    #expect(table.add(make(3), at: place))
    #expect(numbers(table) == [3])
  }

  @Test func `an equal member that is removed by its own comparison is not found`() {
    let table = ArgumentTable()
    let old = add(0, to: table)
    var isFirst = true
    let place = find(0, in: table) { _ in
      if isFirst { _ = table.reset() }
      isFirst = false
    }
    #expect(place.member == nil)
    #expect(!table.beginBuild(of: old))
    #expect(table.add(make(0), at: place))
  }

  @Test func `a member without an instance goes when its last build ends`() {
    let table = ArgumentTable()
    let member = make(0, isBuilt: false)
    #expect(table.add(member, at: find(0, in: table)))
    #expect(table.beginBuild(of: member))
    _ = table.endBuild(of: member)
    #expect(numbers(table) == [0])
    _ = table.endBuild(of: member)
    #expect(numbers(table).isEmpty)
    #expect(!table.beginBuild(of: member))
  }

  @Test func `a member whose instance is not visible yet stays`() {
    let table = ArgumentTable()
    let member = make(0, isBuilt: false)
    #expect(table.add(member, at: find(0, in: table)))
    let party = Thread.current.party
    guard case .granted(let build) = WaitGraph.claim(member.record, by: party, { party }) else {
      Issue.record("Another one builds")
      return
    }
    _ = table.endBuild(of: member)
    #expect(numbers(table) == [0])
    for number in 1..<40 { add(number, hash: 1, to: table) }
    #expect(numbers(table) == Array(0..<40))
    WaitGraph.end([build])
    for number in 40..<80 { add(number, hash: 1, to: table) }
    #expect(numbers(table) == Array(1..<80))
  }

  @Test func `what is being built stays while members without an instance are removed`() {
    let table = ArgumentTable()
    let idle = (0..<8).map { number in
      let member = add(number, hash: UInt(number), to: table)
      _ = member.record.takeInstance()
      return member
    }
    #expect(table.beginBuild(of: idle[3]))
    add(8, hash: 8, to: table)
    #expect(numbers(table) == [3, 8])
    _ = table.endBuild(of: idle[3])
    #expect(numbers(table) == [8])
  }

  @Test func `what a reset leaves without an instance goes when its build fails`() {
    let table = ArgumentTable()
    let member = make(0)
    #expect(table.add(member, at: find(0, in: table)))
    #expect(table.beginBuild(of: member))
    _ = table.endBuild(of: member)
    _ = table.reset()
    _ = table.endBuild(of: member)
    #expect(numbers(table).isEmpty)
  }

  // MARK: - With a limit

  @Test func `the order of use decides which member goes`() {
    let table = ArgumentTable(ArgumentRule(limit: 3))
    for number in 0..<3 { add(number, hash: UInt(number), to: table) }
    #expect(find(0, hash: 0, in: table).member != nil)
    add(3, hash: 3, to: table)
    #expect(numbers(table) == [0, 2, 3])
    #expect(find(2, hash: 2, in: table).member != nil)
    add(4, hash: 4, to: table)
    #expect(numbers(table) == [2, 3, 4])
    #expect(find(3, hash: 3, in: table).member != nil)
    add(5, hash: 5, to: table)
    add(6, hash: 6, to: table)
    #expect(numbers(table) == [3, 5, 6])
  }

  @Test func `a member is not pushed out while it is built for the first time, and does not count`() {
    let table = ArgumentTable(ArgumentRule(limit: 2))
    let building = make(0)
    #expect(table.add(building, at: find(0, in: table)))
    for number in 1..<5 { add(number, to: table) }
    #expect(numbers(table) == [0, 3, 4])
    _ = table.endBuild(of: building)
    #expect(numbers(table) == [0, 4])
  }

  @Test func `the oldest member is not pushed out while it is built again`() {
    let table = ArgumentTable(ArgumentRule(limit: 1))
    let building = add(0, to: table)
    #expect(table.beginBuild(of: building))
    for number in 1..<4 { add(number, to: table) }
    #expect(numbers(table) == [0, 3])
    _ = table.endBuild(of: building)
    #expect(numbers(table) == [0])
  }

  @Test func `what was removed while it was built does not come back`() {
    let table = ArgumentTable(ArgumentRule(limit: 1))
    let building = make(0)
    #expect(table.add(building, at: find(0, in: table)))
    _ = table.removeAll()
    _ = table.endBuild(of: building)
    #expect(numbers(table).isEmpty)
    add(1, to: table)
    add(2, to: table)
    #expect(numbers(table) == [2])
  }
}
