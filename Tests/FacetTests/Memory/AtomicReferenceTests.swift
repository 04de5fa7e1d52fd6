import FacetTestSupport
import Testing

@testable import Facet

private final class Number: Sendable {
  let value: Int

  init(_ value: Int) { self.value = value }
}

private final class Shelf: Sendable {
  let reference = AtomicReference<Number>(nil)
}

/// A reference that readers load without a lock.
@Suite(.offPool, .timeLimit(.minutes(5))) struct AtomicReferenceTests {
  @Test func `it gives the object that was put in`() {
    let number = Number(1)
    let reference = AtomicReference(number)
    #expect(reference.loaded?.object === number)
    let empty = AtomicReference<Number>(nil)
    #expect(empty.loaded == nil)
  }

  @Test func `it keeps its object and releases it at its end`() {
    weak var released: Number?
    func use() {
      let reference: AtomicReference<Number>
      do {
        let number = Number(1)
        released = number
        reference = AtomicReference(number)
      }
      #expect(released != nil)
      #expect(reference.loaded?.read { $0.value } == 1)
    }
    use()
    #expect(released == nil)
  }

  @Test func `an exchange gives the old object, which is the caller's alone`() {
    weak var released: Number?
    let reference: AtomicReference<Number>
    do {
      let number = Number(1)
      released = number
      reference = AtomicReference(number)
    }
    do {
      let old = reference.exchange(Number(2))
      #expect(old?.value == 1)
      #expect(old === released)
    }
    #expect(released == nil)
    #expect(reference.loaded?.object.value == 2)
    #expect(reference.exchange(nil)?.value == 2)
    #expect(reference.loaded == nil)
    #expect(reference.exchange(nil) == nil)
  }

  @Test func `only the first object is set, and a later one is not kept`() {
    let reference = AtomicReference<Number>(nil)
    let isFirst = reference.setFirst(Number(1))
    #expect(isFirst)
    weak var released: Number?
    do {
      let number = Number(2)
      released = number
      let isFirst = reference.setFirst(number)
      #expect(!isFirst)
    }
    #expect(released == nil)
    #expect(reference.loaded?.object.value == 1)
  }

  @Test func `of several threads that set the first object one succeeds`() {
    for _ in 0..<200 {
      let (shelf, meeting) = (Shelf(), Meeting(of: 3))
      let others = (1...2).map { value in
        ThreadRun {
          meeting.attend()
          return shelf.reference.setFirst(Number(value)) ? value : nil
        }
      }
      meeting.attend()
      let own = shelf.reference.setFirst(Number(0)) ? 0 : nil
      let winners = ([own] + others.map { $0.result ?? nil }).compactMap(\.self)
      #expect(winners.count == 1)
      #expect(shelf.reference.loaded?.object.value == winners.first)
    }
  }

  @Test func `readers see an object before or after an exchange`() {
    let (shelf, flag) = (Shelf(), Flag())
    _ = shelf.reference.exchange(Number(0))
    let reader = ThreadRun {
      var last = 0
      while !flag.isSet {
        // As a participant of `Reclamation`, which every reader is.
        let value = Thread.current.inOneCycle(asking: nil) { shelf.reference.loaded?.read { $0.value } }
        guard let value, value >= last else { return false }
        last = value
      }
      return true
    }
    for value in 1...3_000 {
      if let old = shelf.reference.exchange(Number(value)) { Reclamation.retire(old) }
    }
    flag.set()
    #expect(reader.result == true)
  }
}

/// A block of such references.
@Suite(.timeLimit(.minutes(5))) struct AtomicCellsTests {
  /// What the cells hold, by their indexes.
  private func values(_ cells: borrowing AtomicCells<Number>) -> [Int: Int] {
    var values: [Int: Int] = [:]
    cells.forEach { values[$0] = $1.object.value }
    return values
  }

  @Test func `cells are empty at first`() {
    let cells = AtomicCells<Number>(count: 5)
    #expect(cells.count == 5)
    #expect((0..<5).allSatisfy { cells[$0] == nil })
    #expect(values(cells).isEmpty)
  }

  @Test func `each cell has an object of its own`() {
    let cells = AtomicCells<Number>(count: 5)
    for index in [0, 2, 4] { #expect(cells.exchange(index, Number(index)) == nil) }
    #expect(values(cells) == [0: 0, 2: 2, 4: 4])
    #expect(cells.exchange(2, Number(7))?.value == 2)
    #expect(values(cells) == [0: 0, 2: 7, 4: 4])
    #expect(cells[2]?.object.value == 7)
    #expect(cells[3] == nil)
  }

  @Test func `they release what they hold at their end`() {
    let released = Recorder<Int>()
    func use() {
      let cells = AtomicCells<Farewell>(count: 3)
      for index in 0..<3 { _ = cells.exchange(index, Farewell { released.add(index) }) }
      #expect(released.all == [])
      _ = cells.exchange(1, Farewell { released.add(3) })
      #expect(released.all == [1])
    }
    use()
    #expect(released.all == [1, 0, 3, 2])
  }

  @Test func `a block that is abandoned leaves its objects to the one that adopted them, but for one`() {
    let released = Recorder<String>()
    let exception = Farewell { released.add("exception") }
    func use() {
      let larger = AtomicCells<Farewell>(count: 8)
      func fill() {
        let cells = AtomicCells<Farewell>(count: 4)
        _ = cells.exchange(0, Farewell { released.add("adopted") })
        _ = cells.exchange(1, exception)
        _ = cells.exchange(2, exception)
        if let adopted = cells[0] { larger.adopt(adopted, at: 5) }
        cells.abandon(butFor: Borrowed(exception))
        // It still leads to what the other one owns.
        #expect(cells[0] == larger[5])
      }
      fill()
      #expect(released.all == [])
      #expect(larger[5] != nil)
    }
    use()
    #expect(released.all == ["adopted"])
    withExtendedLifetime(exception) {}
  }

  @Test func `what an abandoned block did not give away is released with it`() {
    weak var released: Number?
    func use() {
      let cells = AtomicCells<Number>(count: 4)
      let exception = Number(1)
      released = exception
      for index in 0..<3 { _ = cells.exchange(index, exception) }
      cells.abandon(butFor: Borrowed(exception))
    }
    use()
    #expect(released == nil)
  }
}
