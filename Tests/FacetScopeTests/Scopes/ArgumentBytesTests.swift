import Facet
import Testing

private final class Node: Sendable {}
private protocol Shape: Sendable {}
/// Small enough to stand within an existential, with three bytes of padding.
private struct Dot: Shape {
  var small: UInt8
  var large: UInt32
}
/// So large that an existential keeps it in a box, with seven bytes of padding.
private struct Field: Shape {
  var flag: Bool
  var words = (1, 2, 3, 4)
}
private struct Label: Shape {
  var text: String
}
private final class Spice: Shape {
  let heat: Int
  init(heat: Int) { self.heat = heat }
}
private enum Choice: Shape {
  case number(Int, Int)
  case other(UInt8)
}

/// Makes a value in memory that held other bytes before.
private func make<Value>(_ value: Value, over byte: UInt8) -> Value {
  withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { slot in
    UnsafeMutableRawBufferPointer(slot).initializeMemory(as: UInt8.self, repeating: byte)
    let pointer = slot.baseAddress!
    pointer.initialize(to: value)
    return pointer.move()
  }
}

/// Arguments without equality of their own are equal when their bytes of value are.
@Suite(.timeLimit(.minutes(5))) struct ArgumentBytesTests {
  private let container = Container()

  /// Whether two arguments lead to one instance in a cycle.
  private func isShared<Argument: Sendable>(
    as type: Argument.Type = Argument.self, _ first: Argument, _ second: Argument
  ) throws -> Bool {
    container.register(Node.self) { (_, _: Argument) in Node() }
    container.register(Bool.self) { r in
      r.resolve(Node.self, argument: first) === r.resolve(Node.self, argument: second)
    }
    return try container.require(Bool.self)
  }

  @Test func `a value behind a protocol is equal to itself`() throws {
    let dot: any Shape = Dot(small: 1, large: 2)
    #expect(try isShared(as: (any Shape).self, dot, dot))
    let field: any Shape = Field(flag: true)
    #expect(try isShared(as: (any Shape).self, field, field))
    let label: any Shape = Label(text: "long enough for the heap, surely")
    #expect(try isShared(as: (any Shape).self, label, label))
  }

  @Test func `two equal values behind a protocol are equal, and two others are not`() throws {
    #expect(try isShared(as: (any Shape).self, Dot(small: 1, large: 2), Dot(small: 1, large: 2)))
    #expect(try !isShared(as: (any Shape).self, Dot(small: 1, large: 2), Dot(small: 1, large: 3)))
    #expect(try isShared(as: (any Shape).self, Field(flag: true), Field(flag: true)))
    #expect(try !isShared(as: (any Shape).self, Field(flag: true), Field(flag: false)))
  }

  @Test func `objects behind a protocol are equal by identity, whatever they hold`() throws {
    let (first, second) = (Spice(heat: 1), Spice(heat: 1))
    #expect(try isShared(as: (any Shape).self, first, first))
    #expect(try !isShared(as: (any Shape).self, first, second))
    #expect(try isShared(as: (any Sendable).self, first, first))
    #expect(try !isShared(as: (any Sendable).self, first, second))
    #expect(try !isShared(as: (any Shape)?.self, first, second))
  }

  @Test func `values of different types behind a protocol differ`() throws {
    #expect(try !isShared(as: (any Shape).self, Label(text: "a"), Dot(small: 1, large: 2)))
  }

  @Test func `values in an Any are compared the same way`() throws {
    #expect(try isShared(as: (any Sendable).self, Dot(small: 1, large: 2), Dot(small: 1, large: 2)))
    #expect(try !isShared(as: (any Sendable).self, Dot(small: 1, large: 2), Dot(small: 2, large: 2)))
  }

  @Test func `the padding of a value does not matter`() throws {
    for (first, second) in [(UInt8(0), UInt8(255)), (170, 85)] {
      let dot = Dot(small: 1, large: 2)
      #expect(try isShared(make(dot, over: first), make(dot, over: second)))
      let field = Field(flag: true)
      #expect(try isShared(make(field, over: first), make(field, over: second)))
    }
  }

  @Test func `the padding of a value behind a protocol does not matter`() throws {
    let (dot, field) = (Dot(small: 1, large: 2), Field(flag: true))
    #expect(try isShared(as: (any Shape).self, make(dot, over: 0), make(dot, over: 255)))
    #expect(try isShared(as: (any Shape).self, make(field, over: 0), make(field, over: 255)))
  }

  @Test func `the padding between arguments does not matter`() throws {
    container.register(Node.self) { (_, _: UInt8, _: Dot, _: Bool, _: any Shape) in Node() }
    container.register(Bool.self) { r in
      func node(_ byte: UInt8) -> Node? {
        r.resolve(
          Node.self, arguments: 1, make(Dot(small: 1, large: 2), over: byte), true,
          make(Dot(small: 3, large: 4), over: byte) as any Shape)
      }
      return node(0) === node(255)
    }
    #expect(try container.require(Bool.self))
  }

  @Test func `the bytes that a case of an enumeration leaves unused do not matter`() throws {
    var first = Choice.number(1, 2)
    var second = Choice.number(3, 4)
    #expect(try !isShared(first, second))
    first = .other(7)
    second = .other(7)
    #expect(try isShared(make(first, over: 0), make(second, over: 255)))
    #expect(try isShared(as: (any Shape).self, make(first, over: 0), make(second, over: 255)))
  }

  @Test func `an absent value is equal to an absent one, whatever its bytes`() throws {
    #expect(try isShared(make(Field?.none, over: 0), make(Field?.none, over: 255)))
    #expect(try !isShared(Field?.none, Field(flag: true)))
  }
}
