import Testing

@testable import Facet

/// Which member was not used for the longest time.
@Suite(.timeLimit(.minutes(5))) struct UseOrderTests {
  private let records = Records()

  private func make(_ time: Int) -> ArgumentMember {
    let arguments = withUnsafePointer(to: time) { ArgumentCopy(Int.self, from: $0) }
    let member = ArgumentMember(records.make(), arguments, 0)
    member.lastUse.store(time, ordering: .relaxed)
    return member
  }

  private func takeAll(_ order: inout UseOrder) -> [Int] {
    var times: [Int] = []
    while let member = order.takeOldest() { times.append(member.lastUse.load(ordering: .relaxed)) }
    return times
  }

  @Test func `members are taken in the order of their last use`() {
    var order = UseOrder()
    let times = [5, 3, 9, 1, 7, 2, 8, 4, 6, 0]
    for time in times { order.insert(make(time)) }
    #expect(takeAll(&order) == Array(0..<10))
    #expect(order.takeOldest() == nil)
  }

  @Test func `a use after the insertion counts`() {
    var order = UseOrder()
    let members = (0..<8).map(make)
    for member in members { order.insert(member) }
    for index in [0, 3, 4] { members[index].lastUse.store(100 - index, ordering: .relaxed) }
    #expect(takeAll(&order) == [1, 2, 5, 6, 7, 96, 97, 100])
  }

  @Test func `members that were removed are forgotten`() {
    var order = UseOrder()
    let members = (0..<12).map(make)
    for member in members.reversed() { order.insert(member) }
    for index in [0, 1, 5, 11] { members[index].isRemoved.store(true, ordering: .relaxed) }
    members[2].lastUse.store(50, ordering: .relaxed)
    order.removeRemoved()
    #expect(members.map(\.isInOrder) == (0..<12).map { ![0, 1, 5, 11].contains($0) })
    #expect(takeAll(&order) == [3, 4, 6, 7, 8, 9, 10, 50])
    #expect(members.allSatisfy { !$0.isInOrder })
  }
}
