import Facet
import FacetInspection
import FacetTestSupport
import Testing

private class Node: @unchecked Sendable {
  var other: Any?
  init(_ other: Any? = nil) { self.other = other }
}
private final class First: Node, @unchecked Sendable {}
private final class Second: Node, @unchecked Sendable {}
private struct Value: @unchecked Sendable {
  let other: Any?
}

/// A loop is told in the same words by a verification and by a resolve of its first service.
@Suite(.timeLimit(.minutes(20))) struct LoopAgreementTests {
  struct Ring: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// How the remedies begin, in order.
    let remedies: [String]
    let register: @Sendable (Container) -> Void

    init(_ name: String, _ remedies: [String], _ register: @escaping @Sendable (Container) -> Void) {
      (testDescription, self.remedies, self.register) = (name, remedies, register)
    }
  }

  private static let lazily = "Ask for Lazy<First> or Provider<First> in the factory of 'Second'"
  private static let completions = "Set what these services need of one another in an initCompleted of each"

  static let rings = [
    Ring("factories", [lazily, completions]) {
      $0.register(First.self) { r in First(try r.require(Second.self)) }
      $0.register(Second.self) { r in Second(try r.require(First.self)) }
    },
    Ring("a decorator has nothing to set", [lazily]) {
      $0.register(First.self) { _ in First() }
      $0.decorate(First.self) { r, first in
        _ = try r.require(Second.self)
        return first
      }
      $0.register(Second.self) { r in Second(try r.require(First.self)) }
    },
    Ring("a decorator at the end", ["Ask for Lazy<First> or Provider<First> in the decorator of 'Second'"]) {
      $0.register(First.self) { r in First(try r.require(Second.self)) }
      $0.register(Second.self) { _ in Second() }
      $0.decorate(Second.self) { r, second in
        _ = try r.require(First.self)
        return second
      }
    },
    Ring("a structure", ["Ask for Lazy<Value> or Provider<Value> in the factory of 'Second'"]) {
      $0.register(Value.self) { r in Value(other: try r.require(Second.self)) }
      $0.register(Second.self) { r in Second(try r.require(Value.self)) }
    },
    Ring(
      "a completion that nobody finds",
      ["Ask for Lazy<First> or Provider<First> in the initCompleted of 'Second'", completions]
    ) {
      $0.register(First.self) { r in First(try r.require(Second.self)) }
      $0.register(Second.self) { _ in Second() }.inObjectScope(.transient)
        .initCompleted { r, second in second.other = try r.require(First.self) }
    },
    Ring(
      "two completions that nobody finds",
      [
        "Give 'First' a scope in which it is found",
        "Ask for Lazy<First> or Provider<First> in the initCompleted of 'Second'",
      ]
    ) {
      $0.register(First.self) { _ in First() }.inObjectScope(.transient)
        .initCompleted { r, first in first.other = try r.require(Second.self) }
      $0.register(Second.self) { _ in Second() }.inObjectScope(.transient)
        .initCompleted { r, second in second.other = try r.require(First.self) }
    },
    Ring("one service", ["To wrap the service that was registered before", "If it stands for all services"]) {
      $0.register(First.self) { r in First(try r.require(First.self)) }
    },
    Ring("one service that is decorated", ["Use what the decorator receives"]) {
      $0.register(First.self) { _ in First() }
      $0.decorate(First.self) { r, _ in try r.require(First.self) }
    },
  ]

  @Test(arguments: rings) func `a loop has one text`(_ ring: Ring) throws {
    let container = Container()
    container.failureHandler = { _ in }
    ring.register(container)
    let problem = try #require(container.verify().problems.first { $0.kind == .loop })
    let error =
      problem.key.serviceType == Value.self
      ? #expect(throws: ResolutionError.self) { try container.require(Value.self) }
      : #expect(throws: ResolutionError.self) { try container.require(First.self) }
    let lines = try #require(error).description.split(separator: "\n")
    let remedies = lines.filter { $0.hasPrefix("  • ") }.map { $0.dropFirst(4) }
    #expect(problem.description.hasSuffix(remedies.map { "\n  • " + $0 }.joined()), "\(problem)")
    #expect(remedies.count == ring.remedies.count)
    for (remedy, start) in zip(remedies, ring.remedies) { #expect(remedy.hasPrefix(start)) }
  }
}
