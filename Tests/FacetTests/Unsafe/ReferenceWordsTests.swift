import Testing

@testable import Facet

private protocol Drink: AnyObject {}
private protocol Hot {}
private final class Mug: Drink, Hot {}
private struct Water: Hot {}
private final class SpillError: Error {}

/// The memory of references.
@Suite(.timeLimit(.minutes(5))) struct ReferenceWordsTests {
  @Test func `the address of an object in Any is the object's`() {
    let mug = Mug()
    #expect(ReferenceWords.address(of: mug) == address(of: mug))
    #expect(ReferenceWords.address(of: mug as any Hot) == address(of: mug))
    #expect(ReferenceWords.address(of: mug as any Drink) == address(of: mug))
    #expect(ReferenceWords.address(of: mug as AnyObject) == address(of: mug))
  }

  @Test func `a value, an optional and a metatype have no address`() {
    #expect(ReferenceWords.address(of: Water()) == nil)
    #expect(ReferenceWords.address(of: 5) == nil)
    #expect(ReferenceWords.address(of: Mug() as Mug? as Any) == nil)
    #expect(ReferenceWords.address(of: Mug.self as Any) == nil)
  }

  @Test func `an error in its box has no address`() {
    let boxed = withUnsafePointer(to: SpillError() as any Error) {
      OpaqueValue.boxed((any Error).self, at: $0)
    }
    #expect(ReferenceWords.address(of: boxed) == nil)
  }

  @Test func `copied words are a reference of their own`() {
    weak var released: Mug?
    let place = UnsafeMutablePointer<any Hot>.allocate(capacity: 1)
    defer { place.deallocate() }
    do {
      let mug = Mug()
      released = mug
      withUnsafePointer(to: mug as any Hot) {
        ReferenceWords.copy(from: $0, to: place, size: MemoryLayout<any Hot>.size)
      }
    }
    #expect(released != nil)
    #expect(place.pointee as? Mug === released)
    place.deinitialize(count: 1)
    #expect(released == nil)
  }

  @Test func `only an object's words are verified`() {
    func isVerified<Value>(_ value: Value) -> Bool {
      withUnsafePointer(to: value) {
        ReferenceWords.verify(
          Value.self, size: MemoryLayout<Value>.size, at: $0,
          dynamicType: OpaqueValue.dynamicType(Value.self, at: $0))
      }
    }
    #expect(isVerified(Mug()))
    #expect(isVerified(Mug() as any Hot))
    #expect(isVerified(Mug() as any Drink & Hot))
    #expect(!isVerified(Water() as any Hot))
    #expect(!isVerified(SpillError() as any Error))
    #expect(!isVerified(Mug() as Mug?))
  }

  @Test func `the dynamic type is that of the object`() {
    let mug = Mug()
    let dynamicType = ReferenceWords.dynamicType(address(of: mug))
    #expect(ObjectIdentifier(dynamicType) == ObjectIdentifier(Mug.self))
  }
}
