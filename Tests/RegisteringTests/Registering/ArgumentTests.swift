import Facet
import FacetTestSupport
import Testing

private protocol Animal {}
private class Dog: Animal, @unchecked Sendable {}
private final class Puppy: Dog, @unchecked Sendable {}

/// Any number of arguments, by their exact static types.
@Suite(.timeLimit(.minutes(20))) struct ArgumentTests {
  private let container = Container()
  private let failures: Recorder<String>

  init() {
    failures = Recorder.failures(of: container)
  }

  @Test func `any number of arguments, from none to twelve`() {
    container.register([Int].self) { _ in [] }
    container.register([Int].self) { _, a in [a] }
    container.register([Int].self) { _, a, b in [a, b] }
    container.register([Int].self) { _, a, b, c in [a, b, c] }
    container.register([Int].self) { _, a, b, c, d in [a, b, c, d] }
    container.register([Int].self) { _, a, b, c, d, e in [a, b, c, d, e] }
    container.register([Int].self) { _, a, b, c, d, e, f in [a, b, c, d, e, f] }
    container.register([Int].self) { _, a, b, c, d, e, f, g in [a, b, c, d, e, f, g] }
    container.register([Int].self) { _, a, b, c, d, e, f, g, h in [a, b, c, d, e, f, g, h] }
    container.register([Int].self) { _, a, b, c, d, e, f, g, h, i in [a, b, c, d, e, f, g, h, i] }
    container.register([Int].self) { _, a, b, c, d, e, f, g, h, i, j in [a, b, c, d, e, f, g, h, i, j] }
    container.register([Int].self) {
      (_, a: Int, b: Int, c: Int, d: Int, e: Int, f: Int, g: Int, h: Int, i: Int, j: Int, k: Int, l: Int) in
      [a, b, c, d, e, f, g, h, i, j, k, l]
    }
    let results = [
      container.resolve([Int].self),
      container.resolve([Int].self, argument: 1),
      container.resolve([Int].self, arguments: 1, 2),
      container.resolve([Int].self, arguments: 1, 2, 3),
      container.resolve([Int].self, arguments: 1, 2, 3, 4),
      container.resolve([Int].self, arguments: 1, 2, 3, 4, 5),
      container.resolve([Int].self, arguments: 1, 2, 3, 4, 5, 6),
      container.resolve([Int].self, arguments: 1, 2, 3, 4, 5, 6, 7),
      container.resolve([Int].self, arguments: 1, 2, 3, 4, 5, 6, 7, 8),
      container.resolve([Int].self, arguments: 1, 2, 3, 4, 5, 6, 7, 8, 9),
      container.resolve([Int].self, arguments: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
      container.resolve([Int].self, arguments: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12),
    ]
    #expect(results == (Array(0...10) + [12]).map { Array(1..<($0 + 1)) })
  }

  @Test func `arguments of many types arrive unharmed`() {
    struct Large: Equatable, Sendable {
      var words = Array(repeating: 7, count: 9); var tail = (1, 2.5, "end").2
    }
    container.register(String.self) {
      (
        _, a: UInt8, b: Double, c: String, d: Large, e: Dog, f: (any Animal)?, g: (Int, UInt8),
        h: [Int: String]
      ) in
      "\(a) \(b) \(c) \(d == Large()) \(e is Puppy) \(f is Dog) \(g.0) \(g.1) \(h[1] ?? "-")"
    }
    let (dog, animal): (Dog, (any Animal)?) = (Puppy(), Dog())
    let text = container.resolve(
      String.self, arguments: UInt8(255), 0.25, "c", Large(), dog, animal, (1, UInt8(2)), [1: "one"])
    #expect(text == "255 0.25 c true true true 1 2 one")
  }

  @Test func `the order of argument types matters`() {
    container.register(String.self) { (_, a: Int, b: String) in "\(a)\(b)" }
    #expect(container.resolve(String.self, arguments: 1, "a") == "1a")
    #expect(container.resolve(String.self, arguments: "a", 1) == nil)
  }

  @Test func `Int and Int? differ`() {
    container.register(String.self) { (_, a: Int) in "int" }
    #expect(container.resolve(String.self, argument: Int?.some(1)) == nil)
    container.register(String.self) { (_, a: Int?) in "optional" }
    #expect(container.resolve(String.self, argument: Int?.some(1)) == "optional")
    #expect(container.resolve(String.self, argument: 1) == "int")
  }

  @Test func `a class and its subclass, and a protocol, differ`() {
    container.register(String.self) { (_, _: Dog) in "dog" }
    #expect(container.resolve(String.self, argument: Puppy()) == nil)
    #expect(container.resolve(String.self, argument: Puppy() as Dog) == "dog")
    #expect(container.resolve(String.self, argument: Dog() as any Animal) == nil)
    container.register(String.self) { (_, _: any Animal) in "animal" }
    #expect(container.resolve(String.self, argument: Dog() as any Animal) == "animal")
  }

  @Test func `a type alias and a spelling of the same type are the same`() {
    typealias Number = Int
    container.register(String.self) { (_, _: Number, _: [String: Int]?) in "found" }
    let dictionary: Dictionary<String, Int>? = nil
    #expect(container.resolve(String.self, arguments: 1, dictionary) == "found")
  }

  @Test func `two arguments and one tuple differ`() {
    container.register(String.self) { (_, a: Int, b: Int) in "two" }
    #expect(container.resolve(String.self, argument: (1, 2)) == nil)
    container.register(String.self) { (_, pair: (Int, Int)) in "tuple" }
    #expect(container.resolve(String.self, arguments: 1, 2) == "two")
    #expect(container.resolve(String.self, argument: (1, 2)) == "tuple")
    #expect(container.resolve(String.self, arguments: (1, 2)) == "tuple")
  }

  @Test func `a tuple of one is its element`() {
    container.register(String.self) { (_, a: (Int)) in "one" }
    #expect(container.resolve(String.self, argument: 1) == "one")
  }

  @Test func `a lone Void argument is not no argument`() {
    container.register(String.self) { (_, _: Void) in "void" }
    #expect(container.resolve(String.self) == nil)
    #expect(container.resolve(String.self, argument: ()) == "void")
    container.register(String.self) { _ in "none" }
    #expect(container.resolve(String.self) == "none")
    #expect(container.resolve(String.self, argument: ()) == "void")
    #expect(container.resolve(String.self, arguments: (), ()) == nil)
  }

  @Test func `each number of arguments is an entry of its own`() {
    container.register(String.self) { _ in "none" }
    container.register(String.self) { (_, _: Int) in "one" }
    container.register(String.self) { (_, _: Int, _: Int) in "two" }
    container.unregister(String.self, arguments: Int.self)
    #expect(container.resolve(String.self) == "none")
    #expect(container.resolve(String.self, argument: 1) == nil)
    #expect(container.resolve(String.self, arguments: 1, 2) == "two")
  }

  @Test func `functions are arguments`() {
    container.register(Int.self) { (_, function: @escaping @Sendable (Int) -> Int) in function(20) }
    let double: @Sendable (Int) -> Int = { $0 * 2 }
    #expect(container.resolve(Int.self, argument: double) == 40)
  }
}
