import Testing

@testable import Facet

private protocol Drink {}
private final class Mug: Drink {}
private final class Glass: Drink {}
private struct Water: Drink {}

/// The remembered outcome of a cast.
@Suite(.timeLimit(.minutes(5))) struct CastCacheTests {
  private typealias Place = UnsafeMutablePointer<any Drink>

  /// Makes the cache see an object as a `Drink`.
  private func learn(_ object: any Drink & AnyObject, _ cache: borrowing CastCache) {
    withUnsafePointer(to: object as any Drink) {
      cache.learn((any Drink).self, size: MemoryLayout<any Drink>.size, at: $0, from: address(of: object))
    }
  }

  /// What the cache makes of an object.
  private func cast(_ object: AnyObject, _ cache: borrowing CastCache) -> (any Drink)? {
    let place = Place.allocate(capacity: 1)
    defer { place.deallocate() }
    guard cache.write(address(of: object), to: place) else { return nil }
    // Writing counts nothing.
    ReferenceWords.retain(address(of: object))
    return place.move()
  }

  @Test func `nothing is known at first`() {
    #expect(cast(Mug(), CastCache()) == nil)
  }

  @Test func `another object of a known class is written without a cast`() {
    let cache = CastCache()
    let mug = Mug()
    learn(Mug(), cache)
    #expect(cast(mug, cache) as? Mug === mug)
  }

  @Test func `an object of another class is not written`() {
    let cache = CastCache()
    learn(Mug(), cache)
    #expect(cast(Glass(), cache) == nil)
  }

  @Test func `the first class stays`() {
    let cache = CastCache()
    let mug = Mug()
    learn(mug, cache)
    learn(Glass(), cache)
    #expect(cast(Glass(), cache) == nil)
    #expect(cast(mug, cache) as? Mug === mug)
  }

  @Test func `what is no reference to the object is not remembered`() {
    let cache = CastCache()
    let mug = Mug()
    withUnsafePointer(to: Water() as any Drink) {
      cache.learn((any Drink).self, size: MemoryLayout<any Drink>.size, at: $0, from: address(of: mug))
    }
    withUnsafePointer(to: Mug() as any Drink) {
      cache.learn((any Drink).self, size: MemoryLayout<any Drink>.size, at: $0, from: address(of: mug))
    }
    #expect(cast(mug, cache) == nil)
  }

  @Test func `the cache keeps no object`() {
    let cache = CastCache()
    weak var released: Mug?
    do {
      let mug = Mug()
      released = mug
      learn(mug, cache)
      #expect(cast(mug, cache) != nil)
    }
    #expect(released == nil)
  }
}
