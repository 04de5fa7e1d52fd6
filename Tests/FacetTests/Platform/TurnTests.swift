import Testing

@testable import Facet

/// The right to go on, on one thread.
@Suite(.timeLimit(.minutes(5))) struct TurnTests {
  private let first: UInt = 64
  private let second: UInt = 128

  @Test func `a free turn is taken`() {
    let turn = Turn()
    #expect(turn.take(for: first) == .taken)
  }

  @Test func `who has the turn is told so`() {
    let turn = Turn()
    #expect(turn.take(for: first) == .taken)
    #expect(turn.take(for: first) == .own)
    #expect(turn.take(for: first) == .own)
  }

  @Test func `others find it busy until it is given back`() {
    let turn = Turn()
    #expect(turn.take(for: first) == .taken)
    #expect(turn.take(for: second) == .busy)
    #expect(turn.giveBack() == false)
    #expect(turn.take(for: second) == .taken)
    #expect(turn.take(for: first) == .busy)
  }

  @Test func `a free turn has no holder to wait for`() {
    let turn = Turn()
    #expect(turn.awaitedHolder() == nil)
    #expect(turn.take(for: first) == .taken)
    #expect(turn.giveBack() == false)
    #expect(turn.awaitedHolder() == nil)
  }

  @Test func `who waits learns the holder, who learns of it when it gives the turn back`() {
    let turn = Turn()
    #expect(turn.take(for: first) == .taken)
    #expect(turn.awaitedHolder() == first)
    #expect(turn.awaitedHolder() == first)
    #expect(turn.take(for: first) == .own)
    #expect(turn.take(for: second) == .busy)
    #expect(turn.giveBack() == true)
    #expect(turn.take(for: second) == .taken)
    #expect(turn.giveBack() == false)
  }
}
