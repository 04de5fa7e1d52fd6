import Testing

@testable import Facet

private class Pot {
  var cups = 4
}
private final class Samovar: Pot {}
private struct Spill: Error {}

/// References that are not counted, or counted by hand.
@Suite(.timeLimit(.minutes(5))) struct BorrowedTests {
  @Test func `it leads to its object and does not keep it`() {
    weak var released: Pot?
    do {
      let pot = Pot()
      released = pot
      let borrowed = Borrowed(pot)
      #expect(borrowed.object === pot)
      #expect(borrowed.read { $0.cups } == 4)
      borrowed.read { $0.cups = 3 }
      #expect(pot.cups == 3)
    }
    #expect(released == nil)
  }

  @Test func `the object that it gives is counted`() {
    weak var released: Pot?
    do {
      var pot: Pot? = Pot()
      released = pot
      let object = pot.map { Borrowed($0).object }
      pot = nil
      #expect(released != nil)
      withExtendedLifetime(object) {}
    }
    #expect(released == nil)
  }

  @Test func `it equals what leads to the same object`() {
    let (pot, other) = (Pot(), Pot())
    #expect(Borrowed(pot) == Borrowed(pot))
    #expect(Borrowed(pot) != Borrowed(other))
    #expect(Borrowed(pot).identity == Borrowed(pot).identity)
    #expect(Borrowed(pot).identity != Borrowed(other).identity)
    withExtendedLifetime((pot, other)) {}
  }

  @Test func `a reference to a subclass leads to the same object`() {
    let samovar = Samovar()
    let cast = Borrowed<Pot>(samovar).cast(to: Samovar.self)
    #expect(cast.object === samovar)
    #expect(cast.identity == Borrowed(samovar).identity)
  }

  @Test func `what reads throws is passed on`() {
    let pot = Pot()
    #expect(throws: Spill.self) { try Borrowed(pot).read { _ in throw Spill() } }
  }

  @Test func `a retained reference keeps its object until it is released`() {
    weak var released: Pot?
    let retained: Retained<Pot>
    do {
      let pot = Pot()
      released = pot
      retained = Retained(pot)
    }
    #expect(released != nil)
    do { #expect(retained.borrowed.object === released) }
    retained.release()
    #expect(released == nil)
  }
}
