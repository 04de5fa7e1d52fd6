import Facet
import Testing

private protocol Animal { var name: String { get } }
private final class Dog: Animal, Sendable {
  let name: String
  init(name: String = "Hachi") { self.name = name }
}
private struct Fish: Animal, Equatable { var name: String }
private struct Padded: Sendable {
  var small: UInt8
  var large: Int
}
private struct Plain: Sendable { var number: Int }
private final class Node {}

/// Within a cycle, equal arguments mean the same instance.
@Suite(.timeLimit(.minutes(5))) struct CycleArgumentTests {
  private let container = Container()

  /// Whether two arguments lead to one instance in a cycle.
  private func isShared<Argument: Sendable>(_ first: Argument, _ second: Argument) throws -> Bool {
    container.register(Node.self) { (_, _: Argument) in Node() }
    container.register(Bool.self) { r in
      r.resolve(Node.self, argument: first) === r.resolve(Node.self, argument: second)
    }
    return try container.require(Bool.self)
  }

  @Test func `equal values`() throws {
    #expect(try isShared(1, 1))
    #expect(try !isShared(1, 2))
    #expect(try isShared("e\u{301}", "\u{E9}"))
    #expect(try isShared(["a": [1, 2]], ["a": [1, 2]]))
    #expect(try isShared(Int?.none, nil))
    #expect(try !isShared(Int?.none, 0))
    #expect(try isShared(0.0, -0.0))
  }

  @Test func `the same object, which has no equality of its own`() throws {
    let dog = Dog()
    #expect(try isShared(dog, dog))
    #expect(try !isShared(dog, Dog()))
  }

  @Test func `the same object behind a protocol`() throws {
    let dog = Dog()
    container.register(Node.self) { (_, _: any Animal) in Node() }
    container.register(Bool.self) { r in
      let first = r.resolve(Node.self, argument: dog as any Animal)
      _ = scribble(9)
      return first === r.resolve(Node.self, argument: dog as any Animal)
    }
    #expect(try container.require(Bool.self))
  }

  @Test func `equal values behind a protocol`() throws {
    container.register(Node.self) { (_, _: any Animal) in Node() }
    container.register([Bool].self) { r in
      let first = r.resolve(Node.self, argument: Fish(name: "Nemo") as any Animal)
      return [
        first === r.resolve(Node.self, argument: Fish(name: "Nemo") as any Animal),
        first === r.resolve(Node.self, argument: Fish(name: "Dory") as any Animal),
        first === r.resolve(Node.self, argument: Dog(name: "Nemo") as any Animal),
      ]
    }
    #expect(try container.require([Bool].self) == [true, false, false])
  }

  @Test func `values without equality are the same by their contents`() throws {
    #expect(try isShared(Plain(number: 1), Plain(number: 1)))
    #expect(try !isShared(Plain(number: 1), Plain(number: 2)))
    #expect(try !isShared(Padded(small: 1, large: 2), Padded(small: 2, large: 2)))
    #expect(try isShared((1, "a"), (1, "a")))
  }

  @Test func `many different arguments in one cycle`() throws {
    container.register(Node.self) { (_, _: Int) in Node() }
    container.register(Int.self) { r in
      let nodes = (0..<2000).map { r.resolve(Node.self, argument: $0)! }
      let again = (0..<2000).map { r.resolve(Node.self, argument: $0)! }
      return zip(nodes, again).filter { $0 === $1 }.count + Set(nodes.map(ObjectIdentifier.init)).count
    }
    #expect(try container.require(Int.self) == 4000)
  }

  @Test func `two instances with different arguments are both joined again later`() throws {
    container.register(Node.self) { (_, _: Int) in Node() }
    let graph = GraphIdentifier()
    func nodes() throws -> [Node] {
      try container.withObjectGraph(graph) {
        try [1, 2].map { try container.require(Node.self, argument: $0) }
      }
    }
    let first = try nodes()
    #expect(first[0] !== first[1])
    for _ in 1...2 {
      let again = try nodes()
      #expect(again[0] === first[0])
      #expect(again[1] === first[1])
    }
  }

  @Test func `mixed arguments of all sizes`() throws {
    container.register(Node.self) {
      (_, _: UInt8, _: Int, _: Bool, _: String, _: Void, _: (UInt8, Int)?, _: Dog) in Node()
    }
    let dog = Dog()
    container.register([Bool].self) { r in
      func node(_ a: UInt8, _ text: String, _ pair: (UInt8, Int)?, _ dog: Dog) -> Node? {
        r.resolve(Node.self, arguments: a, 7, true, text, (), pair, dog)
      }
      let first = node(1, "long enough for the heap, surely", nil, dog)
      return [
        first === node(1, "long enough for the heap, " + "surely", nil, dog),
        first === node(2, "long enough for the heap, surely", nil, dog),
        first === node(1, "short", nil, dog),
        first === node(1, "long enough for the heap, surely", nil, Dog()),
      ]
    }
    #expect(try container.require([Bool].self) == [true, false, false, false])
  }
}

/// Leaves other bytes on the stack where the next call has its values.
private func scribble(_ depth: Int) -> Int {
  depth == 0
    ? 1
    : withUnsafeTemporaryAllocation(byteCount: 512, alignment: 16) { bytes in
      _ = bytes.initializeMemory(as: UInt8.self, repeating: UInt8(depth))
      return scribble(depth - 1)
    }
}
