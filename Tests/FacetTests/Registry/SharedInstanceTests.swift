import Testing

@testable import Facet

private protocol Drink {}
private final class Mug: Drink {}
private struct Water: Drink, Equatable { var liters = 0.3 }
private final class SpillError: Error {}

/// An instance that outlives its cycle.
@Suite(.timeLimit(.minutes(5))) struct SharedInstanceTests {
  /// What the instance gives, and how.
  private func take<Value>(_ instance: SharedInstance, _: Value.Type = Value.self) -> (Value?, Outcome) {
    let place = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    defer { place.deallocate() }
    let outcome = instance.copy(to: place)
    return (outcome.isSuccess ? place.move() : nil, outcome)
  }

  private func isWeak(_ outcome: Outcome) -> Bool {
    if case .reusedWeakly = outcome { true } else { false }
  }

  private func isMissing(_ outcome: Outcome) -> Bool {
    if case .missing = outcome { true } else { false }
  }

  @Test func `a strong one keeps its object`() {
    weak var released: Mug?
    var instance: SharedInstance?
    do {
      let mug = Mug()
      released = mug
      instance = .copy(of: mug as any Drink)
    }
    #expect(released != nil)
    #expect(instance?.heldObject === released)
    #expect(instance?.heldAddress == released.map { address(of: $0) })
    #expect(instance?.owner === instance)
    instance = nil
    #expect(released == nil)
  }

  @Test func `a copy is a reference of its own`() {
    weak var released: Mug?
    do {
      let copy: (any Drink)?
      do {
        let mug = Mug()
        released = mug
        copy = take(.copy(of: mug as any Drink)).0
      }
      #expect(copy as? Mug === released)
      #expect(released != nil)
      withExtendedLifetime(copy) {}
    }
    #expect(released == nil)
  }

  @Test func `a weak one gives its object while somebody else has it`() {
    var mug: Mug? = Mug()
    let weakly = SharedInstance(weak: .copy(of: mug.unsafelyUnwrapped as any Drink), keepers: [])
    do {
      let (copy, outcome) = take(weakly, (any Drink).self)
      #expect(copy as? Mug === mug)
      #expect(isWeak(outcome))
      #expect(weakly.owner === mug)
      #expect(weakly.heldAddress == nil)
    }
    mug = nil
    let (copy, outcome) = take(weakly, (any Drink).self)
    #expect(copy == nil)
    #expect(isMissing(outcome))
    #expect(weakly.owner == nil)
  }

  @Test func `a weak one gives an error in its box while somebody has the object`() {
    var error: SpillError? = SpillError()
    let weakly = SharedInstance(weak: .copy(of: error.unsafelyUnwrapped as any Error, .object), keepers: [])
    #expect(take(weakly, (any Error).self).0 as? SpillError === error)
    error = nil
    #expect(isMissing(take(weakly, (any Error).self).1))
  }

  @Test func `an error in its box is an object, but has no address`() {
    let error = SpillError()
    let instance = SharedInstance.copy(of: error as any Error, .object)
    #expect(instance.heldObject === error)
    #expect(instance.heldAddress == nil)
    #expect(take(instance, (any Error).self).0 as? SpillError === error)
  }

  @Test func `a value is copied, and is no object`() {
    let instance = SharedInstance.copy(of: Water(liters: 2), .value)
    #expect(instance.heldObject == nil)
    #expect(instance.heldAddress == nil)
    #expect(take(instance).0 == Water(liters: 2))
  }
}
