import Testing

@testable import Facet

private protocol Flavor {}
private struct Sweet: Flavor { var (small, large): (UInt8, Int) }
private struct Sour: Flavor { var (small, large): (UInt8, Int) }
private final class Spice: Flavor, Sendable {
  let number: Int

  init(number: Int) {
    self.number = number
  }
}
private struct Tray {
  var tea: Tea
  var flavor: any Flavor
}
private enum Size { case small, large, custom(Double), round(Double) }

/// Says nothing of what it holds.
private struct Secret: CustomReflectable {
  var number: Int
  var customMirror: Mirror { Mirror(self, children: []) }
}

/// Whether two arguments without a common `==` are the same.
@Suite(.timeLimit(.minutes(5))) struct ArgumentComparisonTests {
  /// A value in memory whose unused bytes are `filling`.
  private func sweet(filling: UInt8) -> UnsafeMutablePointer<Sweet> {
    let place = UnsafeMutablePointer<Sweet>.allocate(capacity: 1)
    UnsafeMutableRawPointer(place).initializeMemory(
      as: UInt8.self, repeating: filling, count: MemoryLayout<Sweet>.stride)
    place.pointee.small = 1
    place.pointee.large = 2
    return place
  }

  @Test func `padding does not count`() {
    let (left, right) = (sweet(filling: 0), sweet(filling: 255))
    defer {
      left.deallocate()
      right.deallocate()
    }
    #expect(isSameArgument(left.pointee, right.pointee))
  }

  @Test func `every stored part counts`() {
    #expect(isSameArgument(Sweet(small: 1, large: 2), Sweet(small: 1, large: 2)))
    #expect(!isSameArgument(Sweet(small: 1, large: 2), Sweet(small: 2, large: 2)))
    #expect(!isSameArgument(Sweet(small: 1, large: 2), Sweet(small: 1, large: 3)))
  }

  @Test func `what a protocol holds is compared, with its type`() {
    let sweet: any Flavor = Sweet(small: 1, large: 2)
    #expect(isSameArgument(sweet, Sweet(small: 1, large: 2) as any Flavor))
    #expect(!isSameArgument(sweet, Sour(small: 1, large: 2) as any Flavor))
  }

  @Test func `objects are the same by identity`() {
    let tea = Tea()
    #expect(isSameArgument(tea, tea))
    #expect(!isSameArgument(tea, Tea()))
    #expect(isSameArgument(tea as AnyObject, tea as AnyObject))
    #expect(!isSameArgument(tea as AnyObject, Tea() as AnyObject))
  }

  @Test func `objects behind a protocol are the same by identity, whatever they hold`() {
    let spice = Spice(number: 1)
    #expect(isSameArgument(spice as any Flavor, spice as any Flavor))
    #expect(!isSameArgument(spice as any Flavor, Spice(number: 1) as any Flavor))
    #expect(isSameArgument(spice as any Flavor & Sendable, spice as any Flavor & Sendable))
  }

  @Test func `objects in Any are the same by identity, whatever they hold`() {
    let spice = Spice(number: 1)
    #expect(isSameArgument(spice as Any, spice as Any))
    #expect(!isSameArgument(spice as Any, Spice(number: 1) as Any))
    let tea = Tea()
    #expect(isSameArgument(tea as Any, tea as Any))
  }

  @Test func `nested values are compared down to their objects`() {
    let tea = Tea()
    let tray = Tray(tea: tea, flavor: Sweet(small: 1, large: 2))
    #expect(isSameArgument(tray, Tray(tea: tea, flavor: Sweet(small: 1, large: 2))))
    #expect(!isSameArgument(tray, Tray(tea: Tea(), flavor: Sweet(small: 1, large: 2))))
    #expect(!isSameArgument(tray, Tray(tea: tea, flavor: Sour(small: 1, large: 2))))
  }

  @Test func `the elements of a collection are compared`() {
    let tray = Tray(tea: Tea(), flavor: Sweet(small: 1, large: 2))
    #expect(isSameArgument([tray], [tray]))
    #expect(!isSameArgument([tray], [tray, tray]))
    #expect(!isSameArgument([tray], [Tray(tea: Tea(), flavor: tray.flavor)]))
  }

  @Test func `padding in an optional does not count`() {
    let (left, right) = (sweet(filling: 0), sweet(filling: 255))
    defer {
      left.deallocate()
      right.deallocate()
    }
    #expect(isSameArgument(left.pointee as Sweet?, right.pointee as Sweet?))
    #expect(isSameArgument(left.pointee as (any Flavor)?, right.pointee as (any Flavor)?))
  }

  @Test func `cases are the same by their name and by what they carry`() {
    #expect(isSameArgument(Size.small, .small))
    #expect(!isSameArgument(Size.small, .large))
    #expect(isSameArgument(Size.custom(1), .custom(1)))
    #expect(!isSameArgument(Size.custom(1), .custom(2)))
    #expect(!isSameArgument(Size.custom(1), .round(1)))
    #expect(!isSameArgument(Size.custom(1), .small))
  }

  @Test func `optionals of values without equality are compared`() {
    let size: Size? = .custom(1)
    #expect(isSameArgument(size, .custom(1)))
    #expect(!isSameArgument(size, .custom(2)))
    #expect(!isSameArgument(size, nil))
    #expect(isSameArgument(nil as Size?, nil))
  }

  @Test func `closures over different objects are not the same`() {
    let (tea, other) = (Tea(), Tea())
    #expect(!isSameArgument({ tea }, { other }))
  }

  @Test func `metatypes are compared`() {
    #expect(isSameArgument(Tea.self as Any.Type, Tea.self as Any.Type))
    #expect(!isSameArgument(Tea.self as Any.Type, Cake.self as Any.Type))
  }

  @Test func `what describes itself as empty is still compared`() {
    #expect(isSameArgument(Secret(number: 1), Secret(number: 1)))
    #expect(!isSameArgument(Secret(number: 1), Secret(number: 2)))
  }
}
