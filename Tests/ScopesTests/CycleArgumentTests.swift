import Facet
import FacetTestSupport
import Testing

private protocol Animal: Sendable { var name: String { get } }
private final class Dog: Animal {
  let name: String
  init(name: String = "Hachi") { self.name = name }
}
private struct Fish: Animal, Equatable { var name: String }
private struct Snake: Animal, Equatable { var name: String }
private struct Cage: Animal { var name: String }
private struct Plain: Sendable { var number: Int }
private final class Node: Sendable {}
private class Tagged: Animal, Equatable, @unchecked Sendable {
  let name: String
  init(_ name: String) { self.name = name }
  static func == (left: Tagged, right: Tagged) -> Bool { left.name == right.name }
}
private final class Striped: Tagged, @unchecked Sendable {}
private final class Strange: Animal, Equatable {
  let name = ""
  static func == (left: Strange, right: Strange) -> Bool { false }
}
private final class Escaped: Error {}

/// Within a cycle, equal arguments mean the same instance: they are equal if they are `Equatable` and equal, or the same object.
///
/// `ArgumentPartsTests` has those without `==`.
@Suite(.timeLimit(.minutes(20))) struct CycleArgumentTests {
  private let container = Container()

  /// Whether two arguments lead to one instance in a cycle.
  private func isShared<Argument: Sendable>(_ first: Argument, _ second: Argument) throws -> Bool {
    container.register(Node.self) { (_, _: Argument) in Node() }
    container.register(Bool.self) { r in
      r.resolve(Node.self, argument: first) === r.resolve(Node.self, argument: second)
    }
    return try container.require(Bool.self)
  }

  private func expectShared<Argument: Sendable>(
    as type: Argument.Type = Argument.self, _ first: Argument, _ second: Argument,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(try isShared(first, second), sourceLocation: sourceLocation)
  }

  private func expectDifferent<Argument: Sendable>(
    as type: Argument.Type = Argument.self, _ first: Argument, _ second: Argument,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(try !isShared(first, second), sourceLocation: sourceLocation)
  }

  @Test func `equal values`() throws {
    try expectShared(1, 1)
    try expectDifferent(1, 2)
    try expectShared("e\u{301}", "\u{E9}")
    try expectShared(["a": [1, 2]], ["a": [1, 2]])
    try expectShared(Int?.none, nil)
    try expectDifferent(Int?.none, 0)
    try expectShared(0.0, -0.0)
  }

  @Test func `the same object, also behind a protocol`() throws {
    let (dog, error) = (Dog(), Escaped())
    try expectShared(dog, dog)
    try expectDifferent(dog, Dog())
    try expectShared(as: (any Sendable).self, dog, dog)
    try expectShared(as: (any Animal)?.self, dog, dog)
    try expectDifferent(as: (any Animal)?.self, dog, Dog())
    try expectShared(as: (any Error).self, error, error)
    try expectDifferent(as: (any Error).self, error, Escaped())
  }

  @Test func `equal values behind a protocol`() throws {
    try expectShared(as: (any Animal).self, Fish(name: "Nemo"), Fish(name: "Nemo"))
    try expectDifferent(as: (any Animal).self, Fish(name: "Nemo"), Fish(name: "Dory"))
    try expectDifferent(as: (any Animal).self, Fish(name: "Nemo"), Snake(name: "Nemo"))
    try expectDifferent(as: (any Animal).self, Fish(name: "Nemo"), Dog(name: "Nemo"))
    try expectShared(as: (any Animal)?.self, Fish(name: "Nemo"), Fish(name: "Nemo"))
    try expectShared(as: (any Sendable).self, 1, 1)
    try expectDifferent(as: (any Sendable).self, 1, 1.0)
  }

  @Test func `an absent value is equal to an absent one`() throws {
    try expectShared(as: (any Animal)?.self, nil, nil)
    try expectShared(as: (@Sendable () -> Plain)?.self, nil, nil)
    try expectShared(as: Plain??.self, nil, nil)
    try expectDifferent(as: Plain??.self, nil, .some(nil))
  }

  @Test func `objects with equality, which are equal by that, and to themselves`() throws {
    let strange = Strange()
    try expectShared(as: (any Animal).self, strange, strange)
    try expectDifferent(as: (any Animal).self, strange, Strange())
    try expectShared(as: (any Animal).self, Tagged("a"), Tagged("a"))
    try expectDifferent(as: (any Animal).self, Tagged("a"), Tagged("b"))
    try expectDifferent(as: (any Animal).self, Tagged("a"), Striped("a"))
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

  @Test func `a cycle that is joined later finds nothing that was built with arguments`() throws {
    container.register(Node.self) { (_, _: Int) in Node() }
    let graph = GraphIdentifier()
    let nodes = try (1...2).map { _ in
      try container.withObjectGraph(graph) { try $0.require(Node.self, argument: 1) }
    }
    #expect(nodes[0] !== nodes[1])
  }

  @Test func `mixed arguments of all sizes`() throws {
    container.register(Node.self) {
      (_, _: UInt8, _: Int, _: Bool, _: String, _: Double, _: Fish?, _: Dog) in Node()
    }
    let dog = Dog()
    container.register([Bool].self) { r in
      func node(_ a: UInt8, _ text: String, _ fish: Fish?, _ dog: Dog) -> Node? {
        r.resolve(Node.self, arguments: a, 7, true, text, 0.5, fish, dog)
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
