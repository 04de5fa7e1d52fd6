import Facet
import Testing

private protocol Drink {}
private class Tea: Drink, @unchecked Sendable {}
private final class GreenTea: Tea, @unchecked Sendable {}

/// Any number of arguments, by their exact static types.
@Suite(.timeLimit(.minutes(20))) struct ArgumentTests {
  private let container = Container { $0.failureHandler = { _ in } }

  @Test func `any number of arguments, from none to twelve`() {
    container.register([Int].self) { _ in [] }
    container.register([Int].self) { _, a in [a] }
    container.register([Int].self) { _, a, b in [a, b] }
    container.register([Int].self) { _, a, b, c, d, e, f in [a, b, c, d, e, f] }
    container.register([Int].self) {
      (_, a: Int, b: Int, c: Int, d: Int, e: Int, f: Int, g: Int, h: Int, i: Int, j: Int, k: Int, l: Int) in
      [a, b, c, d, e, f, g, h, i, j, k, l]
    }
    let results = [
      container.resolve([Int].self),
      container.resolve([Int].self, argument: 1),
      container.resolve([Int].self, arguments: 1, 2),
      container.resolve([Int].self, arguments: 1, 2, 3, 4, 5, 6),
      container.resolve([Int].self, arguments: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12),
    ]
    #expect(results == [0, 1, 2, 6, 12].map { Array(1..<($0 + 1)) })
  }

  @Test func `arguments of many types arrive unharmed`() {
    struct Large: Equatable, Sendable {
      var words = Array(repeating: 7, count: 9)
      var tail = "end"
    }
    container.register(String.self) {
      (
        _, a: UInt8, b: Double, c: String, d: Large, e: Tea, f: (any Drink)?, g: (Int, UInt8),
        h: [Int: String], i: @escaping @Sendable (Int) -> Int
      ) in
      "\(a) \(b) \(c) \(d == Large()) \(e is GreenTea) \(f is Tea) \(g.0) \(g.1) \(h[1] ?? "-") \(i(20))"
    }
    let (tea, drink): (Tea, (any Drink)?) = (GreenTea(), Tea())
    let double: @Sendable (Int) -> Int = { $0 * 2 }
    let text = container.resolve(
      String.self, arguments: UInt8(255), 0.25, "c", Large(), tea, drink, (1, UInt8(2)), [1: "one"], double)
    #expect(text == "255 0.25 c true true true 1 2 one 40")
  }

  @Test func `a registration is found by the exact static types of its arguments, in their order`() {
    container.register(String.self) { (_, _: Int) in "int" }
    container.register(String.self) { (_, _: Void) in "void" }
    container.register(String.self) { (_, _: Tea) in "tea" }
    container.register(String.self) { (_, _: Int, _: String) in "int, string" }
    container.register(String.self) { (_, _: Int, _: Int) in "two" }
    let missing = [
      container.resolve(String.self), container.resolve(String.self, arguments: (), ()),
      container.resolve(String.self, argument: Int?.some(1)),
      container.resolve(String.self, argument: (1, 2)),
      container.resolve(String.self, argument: GreenTea()),
      container.resolve(String.self, argument: Tea() as any Drink),
      container.resolve(String.self, arguments: "a", 1),
    ]
    #expect(missing.allSatisfy { $0 == nil }, "\(missing)")
    container.register(String.self) { _ in "none" }
    container.register(String.self) { (_, _: Int?) in "optional" }
    container.register(String.self) { (_, _: (Int, Int)) in "tuple" }
    let found = [
      container.resolve(String.self), container.resolve(String.self, argument: ()),
      container.resolve(String.self, argument: 1), container.resolve(String.self, argument: Int?.some(1)),
      container.resolve(String.self, argument: GreenTea() as Tea),
      container.resolve(String.self, arguments: 1, 2), container.resolve(String.self, argument: (1, 2)),
      container.resolve(String.self, arguments: (1, 2)), container.resolve(String.self, arguments: 1, "a"),
    ]
    #expect(
      found == ["none", "void", "int", "optional", "tea", "two", "tuple", "tuple", "int, string"])
  }
}
