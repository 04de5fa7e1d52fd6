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
/// An argument with equality that holds an object.
private struct Ticket: Equatable {
  let dog: Dog
  static func == (left: Ticket, right: Ticket) -> Bool { left.dog === right.dog }
}

/// Within a cycle, equal arguments mean the same instance: they are equal if they are `Equatable` and equal, or the same object.
@Suite(.timeLimit(.minutes(20))) struct CycleArgumentTests {
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
    #expect(try isShared(as: (any Animal).self, dog, dog))
    #expect(try !isShared(as: (any Animal).self, dog, Dog()))
    #expect(try isShared(as: (any Sendable).self, dog, dog))
    #expect(try isShared(as: (any Animal)?.self, dog, dog))
    #expect(try !isShared(as: (any Animal)?.self, dog, Dog()))
  }

  @Test func `equal values behind a protocol`() throws {
    #expect(try isShared(as: (any Animal).self, Fish(name: "Nemo"), Fish(name: "Nemo")))
    #expect(try !isShared(as: (any Animal).self, Fish(name: "Nemo"), Fish(name: "Dory")))
    #expect(try !isShared(as: (any Animal).self, Fish(name: "Nemo"), Snake(name: "Nemo")))
    #expect(try !isShared(as: (any Animal).self, Fish(name: "Nemo"), Dog(name: "Nemo")))
    #expect(try isShared(as: (any Animal)?.self, Fish(name: "Nemo"), Fish(name: "Nemo")))
    #expect(try isShared(as: (any Sendable).self, 1, 1))
    #expect(try !isShared(as: (any Sendable).self, 1, 1.0))
  }

  @Test func `anything without equality, which equals nothing`() throws {
    let plain = Plain(number: 1)
    #expect(try !isShared(plain, plain))
    #expect(try !isShared([plain], [plain]))
    #expect(try !isShared(plain as Plain?, plain))
    #expect(try !isShared(as: (any Animal).self, Cage(name: "a"), Cage(name: "a")))
    #expect(try !isShared((1, "a"), (1, "a")))
    let closure: @Sendable () -> Plain = { plain }
    #expect(try !isShared(closure, closure))
  }

  @Test func `an absent value is equal to an absent one`() throws {
    #expect(try isShared(as: Plain?.self, nil, nil))
    #expect(try isShared(as: (any Animal)?.self, nil, nil))
    #expect(try !isShared(as: Plain?.self, nil, Plain(number: 1)))
  }

  @Test func `a recursion over arguments that equal nothing is too deep`() async {
    await #expect(processExitsWith: .success) {
      endProcess()
      let container = Container()
      container.register(Node.self) { (r, plain: Plain) in try r.require(Node.self, argument: plain) }
      let errors = Recorder<ResolutionError.Code>()
      runOnThread(stackSize: 8 << 20) {
        do throws(ResolutionError) {
          _ = try container.require(Node.self, argument: Plain(number: 1))
        } catch {
          errors.add(error.code)
        }
      }
      #expect(errors.all == [.tooDeep])
    }
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

  /// Whether a cycle that is joined again finds the instance that it built with an argument.
  private func isFoundAgain<Argument: Sendable>(
    as type: Argument.Type = Argument.self, _ first: Argument, _ second: Argument
  ) throws -> Bool {
    container.register(Node.self) { (_, _: Argument) in Node() }
    let graph = GraphIdentifier()
    func node(_ argument: Argument) throws -> Node {
      try container.withObjectGraph(graph) { _ in try container.require(Node.self, argument: argument) }
    }
    let built = try node(first)
    return try node(second) === built
  }

  @Test func `a cycle that is joined later knows nothing else again`() throws {
    let plain = Plain(number: 1)
    #expect(try !isFoundAgain(plain, plain))
    #expect(try !isFoundAgain((1, "a"), (1, "a")))
    let closure: @Sendable () -> Plain = { plain }
    #expect(try !isFoundAgain(closure, closure))
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
