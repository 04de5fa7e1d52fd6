import Testing

@testable import Facet

private struct Place: BitwiseCopyable {
  var number: Int
  var cell = InlineCell()
}

/// A list whose elements never move.
@Suite(.timeLimit(.minutes(5))) struct ChunksTests {
  private func fill(_ chunks: inout Chunks<Place>, upTo count: Int) {
    while chunks.count < count { chunks.append(Place(number: chunks.count)) }
  }

  /// A list must be empty at its end.
  private func empty(_ chunks: inout Chunks<Place>) {
    while chunks.count > 0 { chunks.removeLast() }
  }

  @Test(arguments: [1, 31, 32, 33, 64, 65, 1_000])
  func `elements are found by their index, also in later chunks`(count: Int) {
    var chunks = Chunks<Place>()
    fill(&chunks, upTo: count)
    #expect(chunks.count == count)
    #expect((0..<count).allSatisfy { chunks[$0].number == $0 })
    empty(&chunks)
    #expect(chunks.count == 0)
  }

  @Test func `an element is changed in place`() {
    var chunks = Chunks<Place>()
    fill(&chunks, upTo: 100)
    for index in 0..<100 { chunks[index].number *= 2 }
    #expect((0..<100).allSatisfy { chunks[$0].number == 2 * $0 })
    empty(&chunks)
  }

  @Test func `elements do not move while the list grows`() {
    var chunks = Chunks<Place>()
    fill(&chunks, upTo: 40)
    let cells = (0..<40).map { chunks.cell(\.cell, of: $0).address }
    #expect(Set(cells).count == 40)
    fill(&chunks, upTo: 1_000)
    #expect((0..<40).allSatisfy { chunks.cell(\.cell, of: $0).address == cells[$0] })
    empty(&chunks)
  }

  @Test func `a cell is a part of its element`() {
    var chunks = Chunks<Place>()
    fill(&chunks, upTo: 40)
    let tea = Tea()
    for index in 0..<40 {
      Slot.with(Tea.self) { slot in
        slot.put(tea)
        chunks.cell(\.cell, of: index).fill(SlotType(for: Tea.self), from: slot)
      }
    }
    #expect((0..<40).allSatisfy { chunks[$0].number == $0 })
    for index in 0..<40 {
      let cell = chunks.cell(\.cell, of: index)
      let copy = Slot.with(Tea.self) { slot in
        cell.copy(SlotType(for: Tea.self), to: slot)
        return slot.take(as: Tea.self)
      }
      #expect(copy === tea)
      cell.destroy(SlotType(for: Tea.self))
    }
    empty(&chunks)
  }

  @Test func `what was removed is replaced in the same place`() {
    var chunks = Chunks<Place>()
    fill(&chunks, upTo: 65)
    let last = chunks.cell(\.cell, of: 64).address
    for _ in 0..<40 { chunks.removeLast() }
    #expect(chunks.count == 25)
    chunks.append(Place(number: -1))
    #expect(chunks[25].number == -1)
    fill(&chunks, upTo: 65)
    #expect(chunks.cell(\.cell, of: 64).address == last)
    #expect(chunks[31].number == 31 && chunks[32].number == 32 && chunks[64].number == 64)
    empty(&chunks)
  }

  @Test func `the memory of a list of usual length is kept`() {
    var chunks = Chunks<Place>()
    fill(&chunks, upTo: 100)
    let cell = chunks.cell(\.cell, of: 99).address
    empty(&chunks)
    fill(&chunks, upTo: 100)
    #expect(chunks.cell(\.cell, of: 99).address == cell)
    empty(&chunks)
  }
}

/// A block of numbers.
@Suite(.timeLimit(.minutes(5))) struct NumbersTests {
  @Test func `numbers are zero at first, and each is set by itself`() {
    let numbers = Numbers(count: 100)
    #expect(numbers.count == 100)
    #expect((0..<100).allSatisfy { numbers[$0] == 0 })
    for index in 0..<100 { numbers[index] = Int32(index) - 50 }
    #expect((0..<100).allSatisfy { numbers[$0] == Int32($0) - 50 })
    numbers[7] += 1
    #expect(numbers[6] == -44 && numbers[7] == -42 && numbers[8] == -42)
  }
}

/// A value that never moves.
@Suite(.timeLimit(.minutes(5))) struct PinnedTests {
  private struct Big: ~Copyable {
    var numbers = (1, 2, 3)
    var name = "a name of more than a few words of memory"
  }

  @Test func `a value is changed in place, whoever leads to it`() {
    let pinned = Pinned(Big())
    let copy = pinned
    pinned.value.numbers.1 = 7
    copy.value.name += "!"
    #expect(pinned.value.numbers.1 == 7 && copy.value.numbers.1 == 7)
    #expect(pinned.value.name.hasSuffix("memory!"))
    #expect(pinned == copy)
  }

  @Test func `it is found again by the address that a thread keeps`() {
    let pinned = Pinned(Big())
    pinned.value.numbers.0 = 9
    let found = Pinned<Big>(at: pinned.kept)
    #expect(found == pinned)
    #expect(found?.value.numbers.0 == 9)
    #expect(Pinned<Big>(at: nil) == nil)
  }

  @Test func `each has cache lines of its own`() {
    let addresses = (0..<8).map { UInt(bitPattern: Pinned($0).kept) }
    #expect(addresses.allSatisfy { $0.isMultiple(of: 128) })
    #expect(Set(addresses).count == 8)
  }
}
