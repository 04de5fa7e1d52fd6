import FacetTestSupport
import Testing

@testable import Facet

private protocol Drink {}
private final class Mug: Drink {}
private struct Water: Drink, Equatable { var liters = 0.3 }
private final class SpillError: Error {}

/// An instance that outlives its cycle.
@Suite(.offPool, .timeLimit(.minutes(5))) struct InstanceTests {
  /// What the instance gives, and how.
  private func take<Value>(_ instance: Instance, _: Value.Type = Value.self) -> (Value?, Outcome) {
    Slot.with(Value.self) { slot in
      let outcome = instance.copy(to: slot)
      return (slot.take(as: Value.self), outcome)
    }
  }

  private func isWeak(_ outcome: Outcome) -> Bool {
    if case .reusedWeakly = outcome { true } else { false }
  }

  private func isMissing(_ outcome: Outcome) -> Bool {
    if case .missing = outcome { true } else { false }
  }

  @Test func `a strong one keeps its object`() {
    weak var released: Mug?
    var instance: Instance?
    do {
      let mug = Mug()
      released = mug
      instance = .copy(of: mug as any Drink)
    }
    #expect(released != nil)
    #expect(instance?.heldObject === released)
    #expect(instance?.isWeak == false)
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
    let weakly = Instance(weakly: .copy(of: mug.unsafelyUnwrapped as any Drink)).unsafelyUnwrapped
    do {
      let (copy, outcome) = take(weakly, (any Drink).self)
      #expect(copy as? Mug === mug)
      #expect(isWeak(outcome))
      #expect(weakly.owner === mug)
      #expect(weakly.boxed as? Mug === mug)
    }
    mug = nil
    let (copy, outcome) = take(weakly, (any Drink).self)
    #expect(copy == nil)
    #expect(isMissing(outcome))
    #expect(weakly.owner == nil)
    #expect(weakly.boxed == nil)
  }

  @Test func `a weak one gives an error in its box while somebody has the object`() {
    var error: SpillError? = SpillError()
    let weakly = Instance(weakly: .copy(of: error.unsafelyUnwrapped as any Error)).unsafelyUnwrapped
    #expect(take(weakly, (any Error).self).0 as? SpillError === error)
    error = nil
    #expect(isMissing(take(weakly, (any Error).self).1))
  }

  @Test func `an error in its box is an object`() {
    let error = SpillError()
    let instance = Instance.copy(of: error as any Error)
    #expect(instance.heldObject === error)
    #expect(take(instance, (any Error).self).0 as? SpillError === error)
  }

  @Test func `a value is copied, and is no object`() {
    let instance = Instance.copy(of: Water(liters: 2))
    #expect(instance.heldObject == nil)
    #expect(take(instance).0 == Water(liters: 2))
  }

  @Test func `a value cannot be held weakly`() {
    #expect(Instance(weakly: .copy(of: Water() as any Drink)) == nil)
  }

  @Test func `a weak one has the number of the one that it was made of`() {
    let instance = Instance.copy(of: Mug())
    #expect(Instance(weakly: instance)?.number == instance.number)
    #expect(Instance.copy(of: Mug()).number > instance.number)
    #expect(CreationNumber.last >= instance.number)
  }

  // MARK: - Conversions

  @Test func `each type that an instance was converted to is found, and no other`() {
    let mug = Mug()
    let instance = Instance.copy(of: mug)
    let (drink, any) = (Instance.copy(of: mug as any Drink), Instance.copy(of: mug as Any))
    #expect(instance.converted(to: (any Drink).self) == nil)
    instance.keep(drink)
    instance.keep(any)
    #expect(instance.converted(to: (any Drink).self)?.object === drink)
    #expect(instance.converted(to: Any.self)?.object === any)
    #expect(instance.converted(to: Mug.self) == nil)
    #expect(drink.converted(to: Any.self) == nil)
  }

  @Test func `conversions go with the instance`() {
    weak var released: Instance?
    do {
      let instance = Instance.copy(of: Mug())
      let drink = Instance.copy(of: Mug() as any Drink)
      released = drink
      instance.keep(drink)
    }
    #expect(released == nil)
  }

  @Test func `conversions that threads keep at the same time are all found`() {
    for _ in 0..<50 {
      let (instance, meeting) = (Instance.copy(of: Mug()), Meeting(of: 2))
      let other = ThreadRun {
        meeting.attend()
        instance.keep(.copy(of: Mug() as any Drink))
        instance.keep(.copy(of: Mug() as AnyObject))
      }
      meeting.attend()
      instance.keep(.copy(of: Mug() as Any))
      instance.keep(.copy(of: Mug() as Mug?))
      #expect(other.result != nil)
      let types: [Any.Type] = [(any Drink).self, AnyObject.self, Any.self, Mug?.self]
      #expect(types.allSatisfy { instance.converted(to: $0) != nil })
    }
  }
}
