import FacetTestSupport
import Testing

@testable import Facet

private protocol Drink {}
private protocol Served: AnyObject {}
private protocol Hot {}
private final class Mug: Drink, Served, Hot {}
private struct Water: Drink, Equatable { var liters = 0.3 }
private final class SpillError: Error {}

/// A value much larger than a few words, which holds an object.
private struct Banquet: Equatable {
  var (first, second, third, fourth) = ("one", "two", "three", "four")
  var numbers = (1, 2, 3, 4, 5, 6, 7, 8)
  let mug = Mug()

  static func == (left: Banquet, right: Banquet) -> Bool {
    left.first == right.first && left.second == right.second && left.third == right.third
      && left.fourth == right.fourth && left.numbers.7 == right.numbers.7 && left.mug === right.mug
  }
}

/// Where a resolve puts its service, and the memory that keeps one.
@Suite(.timeLimit(.minutes(5))) struct SlotTests {
  /// Looks whether a service goes through slots and cells unchanged, and whether no reference to `object` is left over.
  private func check<Service>(
    _ make: (Mug) -> Service, isSame: (Service, Service) -> Bool,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    weak var released: Mug?
    do {
      let mug = Mug()
      released = mug
      let service = make(mug)
      #expect(isSame(throughSlot(service), service), sourceLocation: sourceLocation)
      #expect(isSame(throughOpenedSlot(service), service), sourceLocation: sourceLocation)
      #expect(isSame(throughCell(service), service), sourceLocation: sourceLocation)
      #expect(isSame(throughRoom(service), service), sourceLocation: sourceLocation)
    }
    #expect(released == nil, sourceLocation: sourceLocation)
  }

  private func throughSlot<Service>(_ service: Service) -> Service {
    Slot.with(Service.self) { slot in
      slot.put(service)
      let copy = slot.service(as: Service.self)
      let taken = slot.take(as: Service.self)
      #expect(taken != nil)
      #expect(slot.take(as: Service.self) == nil)
      return taken ?? copy
    }
  }

  private func throughOpenedSlot<Service>(_ service: Service) -> Service {
    let type: Any.Type = Service.self
    let boxed = Slot.withOpened(type) { slot in
      slot.put(service)
      slot.clear(type)
      #expect(slot.put(service as Any, as: type))
      let boxed = slot.boxed(type)
      slot.clear(type)
      return boxed
    }
    return boxed as! Service
  }

  private func throughCell<Service>(_ service: Service) -> Service {
    let type = SlotType(opening: Service.self)
    let cell = Cell.allocate(type)
    defer { cell.deallocate() }
    return Slot.with(Service.self) { slot in
      slot.put(service)
      cell.fill(type, from: slot)
      slot.clear(Service.self)
      cell.copy(type, to: slot)
      cell.destroy(type)
      cell.fill(type, from: slot)
      slot.clear(Service.self)
      cell.copy(type, to: slot)
      cell.move(type) {}
      return slot.take(as: Service.self) ?? service
    }
  }

  private func throughRoom<Service>(_ service: Service) -> Service {
    let room = Room(Service.self)
    room.slot.put(service)
    return room.slot.service(as: Service.self)
  }

  @Test func `classes`() { check({ $0 }, isSame: ===) }

  @Test func `protocols, class-bound and not`() {
    check({ $0 as any Drink }) { $0 as? Mug === $1 as? Mug }
    check({ $0 as any Served }) { $0 === $1 }
    check({ $0 as any Drink & Hot }) { $0 as? Mug === $1 as? Mug }
    check({ $0 as AnyObject }) { $0 === $1 }
    check({ $0 as Any }) { $0 as? Mug === $1 as? Mug }
  }

  @Test func `values behind a protocol`() {
    check({ _ in Water(liters: 2) as any Drink }) { $0 as? Water == $1 as? Water }
    check({ _ in SpillError() as any Error }) { $0 as? SpillError === $1 as? SpillError }
  }

  @Test func `big structs`() {
    check({ _ in Banquet() }, isSame: ==)
    check({ ($0, Banquet(), $0) }) { $0.0 === $1.0 && $0.1 == $1.1 && $0.2 === $1.2 }
  }

  @Test func `optionals, also without a value`() {
    check({ $0 as Mug? }) { $0 != nil && $0 === $1 }
    check({ _ in nil as Mug? }) { $0 == nil && $1 == nil }
    check({ _ in nil as Int?? }, isSame: ==)
    check({ _ in .some(nil) as Int?? }) { $0 == $1 && $0 != .none }
    check({ $0 as (any Drink)? }) { $0 as? Mug === $1 as? Mug }
  }

  @Test func `closures and nothing at all`() {
    check({ mug in { mug } }) { $0() === $1() }
    check({ _ in () }) { _, _ in true }
    check({ _ in Mug.self as Any.Type }, isSame: ==)
  }

  @Test func `the position is on the stack of the caller, and each slot has its own`() {
    Slot.with(Mug.self) { outer in
      Slot.with(Mug.self) { inner in #expect(outer.position != inner.position) }
      #expect(Facet.Stack.current.isKnownToHaveRoom(at: outer.position))
    }
  }

  // MARK: - Where it is a metatype

  @Test func `a value of another type is refused, and the slot stays as it was`() {
    Slot.withOpened(Mug.self) { slot in
      #expect(!slot.put(Water(), as: Mug.self))
      #expect(slot.take(as: Mug.self) == nil)
    }
    Slot.withOpened((any Drink).self) { slot in
      #expect(!slot.put(7, as: (any Drink).self))
      #expect(slot.put(Water(liters: 3), as: (any Drink).self))
      #expect(slot.take(as: (any Drink).self) as? Water == Water(liters: 3))
    }
  }

  /// The dynamic type of a service, and whether it is an object.
  private func describe<Service>(_ service: Service) -> (type: ObjectIdentifier, object: AnyObject?) {
    Slot.with(Service.self) { slot in
      slot.put(service)
      defer { slot.clear(Service.self) }
      return (ObjectIdentifier(slot.dynamicType(Service.self)), slot.object(Service.self))
    }
  }

  @Test func `the dynamic type is that of what a protocol holds`() {
    let (mug, error) = (Mug(), SpillError())
    #expect(describe(mug).type == ObjectIdentifier(Mug.self))
    #expect(describe(mug as any Drink).type == ObjectIdentifier(Mug.self))
    #expect(describe(Water() as any Drink).type == ObjectIdentifier(Water.self))
    #expect(describe(mug as Any).type == ObjectIdentifier(Mug.self))
    #expect(describe(mug as AnyObject).type == ObjectIdentifier(Mug.self))
    #expect(describe(error as any Error).type == ObjectIdentifier(SpillError.self))
    #expect(describe(Water()).type == ObjectIdentifier(Water.self))
  }

  @Test func `an object is found however it is seen, and a value is none`() {
    let (mug, error) = (Mug(), SpillError())
    #expect(describe(mug).object === mug)
    #expect(describe(mug as any Drink).object === mug)
    #expect(describe(mug as any Served).object === mug)
    #expect(describe(error as any Error).object === error)
    #expect(describe(Water() as any Drink).object == nil)
    #expect(describe(Banquet()).object == nil)
  }

  @Test func `what is taken out of a cell is gone when the body has returned, and not before`() {
    let (cell, type) = (Cell.allocate(SlotType(for: Mug.self)), SlotType(for: Mug.self))
    defer { cell.deallocate() }
    weak var released: Mug?
    Slot.with(Mug.self) { slot in
      do {
        let mug = Mug()
        released = mug
        slot.put(mug)
      }
      cell.fill(type, from: slot)
      slot.clear(Mug.self)
    }
    cell.move(type) { #expect(released != nil) }
    #expect(released == nil)
  }

  @Test func `what a body throws is passed on`() {
    #expect(throws: SpillError.self) { try Slot.withOpened(Mug.self) { _ in throw SpillError() } }
    #expect(throws: SpillError.self) { try Slot.with(Mug.self) { _ in throw SpillError() } }
  }

  @Test func `what a body leaves in its slot is released`() {
    weak var released: Mug?
    do {
      let mug = Mug()
      released = mug
      Slot.with(Mug.self) { $0.put(mug) }
      Slot.withOpened((any Drink).self) { $0.put(mug as any Drink) }
    }
    #expect(released == nil)
  }
}

/// A slot on the heap.
@Suite(.timeLimit(.minutes(5))) struct RoomTests {
  @Test func `it is empty at first, and after its service was taken`() {
    let room = Room((any Drink).self)
    #expect(room.slot.take(as: (any Drink).self) == nil)
    room.slot.put(Water() as any Drink)
    #expect(room.slot.take(as: (any Drink).self) as? Water == Water())
    #expect(room.slot.take(as: (any Drink).self) == nil)
  }

  @Test func `it releases its service at its end`() {
    weak var released: Mug?
    var room: Room? = Room(Mug.self)
    do {
      let mug = Mug()
      released = mug
      room?.slot.put(mug)
    }
    #expect(released != nil)
    room = nil
    #expect(released == nil)
  }
}

private protocol Sweet {}

/// What a cycle keeps in place.
@Suite(.timeLimit(.minutes(5))) struct InlineCellTests {
  @Test func `most services fit`() {
    #expect(InlineCell.fits(Mug.self))
    #expect(InlineCell.fits(Mug?.self))
    #expect(InlineCell.fits((any Served).self))
    #expect(InlineCell.fits((any Drink).self))
    #expect(InlineCell.fits((any Drink & Hot).self))
    #expect(InlineCell.fits(Any.self))
    #expect(InlineCell.fits(String.self))
    #expect(InlineCell.fits((() -> Void).self))
    #expect(InlineCell.fits(Void.self))
  }

  @Test func `six words fit, and one byte more does not`() {
    #expect(InlineCell.fits((UInt, UInt, UInt, UInt, UInt, UInt).self))
    #expect(!InlineCell.fits((UInt, UInt, UInt, UInt, UInt, UInt, UInt8).self))
    #expect(!InlineCell.fits((any Drink & Hot & Sweet).self))
    #expect(!InlineCell.fits(Banquet.self))
  }

  @Test func `a service lies in place if its optional fits`() {
    #expect(SlotType(for: Mug.self).isInline)
    #expect(SlotType(for: (any Drink & Hot).self).isInline)
    #expect(SlotType(opening: String.self).isInline)
    #expect(!SlotType(for: Banquet.self).isInline)
    // Six words that have no spare value: the optional takes one byte more.
    #expect(!SlotType(for: (UInt, UInt, UInt, UInt, UInt, UInt).self).isInline)
  }

  @Test func `what has to be aligned more strictly does not fit`() {
    #expect(MemoryLayout<SIMD4<Double>>.size <= MemoryLayout<InlineCell>.size)
    #expect(!InlineCell.fits(SIMD4<Double>.self))
  }
}
