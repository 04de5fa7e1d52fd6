import Facet
import FacetInspection

private protocol Client: Sendable {}
private final class HTTPClient: Client {}
private class Vehicle: @unchecked Sendable {}
private final class Car: Vehicle, @unchecked Sendable {}
private final class Log: Sendable {}
private struct Count: Sendable {
  let number: Int
}
private class Node: @unchecked Sendable {
  var other: Any?
  init(_ other: Any? = nil) { self.other = other }
}
private final class A: Node, @unchecked Sendable {}
private final class B: Node, @unchecked Sendable {}

/// A mistake, what the report proposes, and what stands there when somebody has followed that to the letter.
struct Mistake: Sendable {
  let name: String
  let remedy: String
  let wrong: @Sendable (Container) -> Void
  let mended: @Sendable (Container) -> Void

  init(
    _ name: String, _ remedy: String, _ wrong: @escaping @Sendable (Container) -> Void,
    mended: @escaping @Sendable (Container) -> Void
  ) {
    (self.name, self.remedy, self.wrong, self.mended) = (name, remedy, wrong, mended)
  }
}

extension Mistake {
  static let ofKeys = [
    Mistake("a misspelt name", "Ask for the name of a registration above.") {
      $0.register(Log.self, name: "main") { _ in Log() }
      $0.register(B.self) { r in B(try r.require(Log.self, name: "man")) }
    } mended: {
      $0.register(Log.self, name: "main") { _ in Log() }
      $0.register(B.self) { r in B(try r.require(Log.self, name: "main")) }
    },
    Mistake("no name", "Ask for the name of a registration above.") {
      $0.register(Log.self, name: "main") { _ in Log() }
      $0.register(B.self) { r in B(try r.require(Log.self)) }
    } mended: {
      $0.register(Log.self, name: "main") { _ in Log() }
      $0.register(B.self) { r in B(try r.require(Log.self, name: "main")) }
    },
    Mistake(
      "a name and an argument",
      "Ask for the name and the arguments of a registration above: A.self, name: \"main\", argument: …"
    ) {
      $0.register(A.self, name: "main") { (_, _: Int) in A() }
      $0.register(B.self) { r in B(try r.require(A.self, name: "man", argument: "x")) }
    } mended: {
      $0.register(A.self, name: "main") { (_, _: Int) in A() }
      $0.register(B.self) { r in B(try r.require(A.self, name: "main", argument: 1)) }
    },
    Mistake("no argument", "Pass the arguments of a registration above: A.self, argument: …") {
      $0.register(A.self) { (_, _: Int) in A() }
      $0.register(B.self) { r in B(try r.require(A.self)) }
    } mended: {
      $0.register(A.self) { (_, _: Int) in A() }
      $0.register(B.self) { r in B(try r.require(A.self, argument: 1)) }
    },
    Mistake("a lazy of what takes arguments", "To pass them later, take a Provider<A, Int, String>.") {
      $0.register(A.self) { (_, _: Int, _: String) in A() }
      $0.register(B.self) { r in B(try r.require(Lazy<A>.self)) }
    } mended: {
      $0.register(A.self) { (_, _: Int, _: String) in A() }
      $0.register(B.self) { r in B(try r.require(Provider<A, Int, String>.self).require(1, "")) }
    },
    Mistake("an argument of another type", "Pass the argument types of a registration above.") {
      $0.register(A.self) { (_, _: Double) in A() }
      $0.register(B.self) { r in B(try r.require(A.self, argument: 1)) }
    } mended: {
      $0.register(A.self) { (_, _: Double) in A() }
      $0.register(B.self) { r in B(try r.require(A.self, argument: 1 as Double)) }
    },
    Mistake(
      "an autowired value that is an argument",
      "If it is passed when 'Count' is resolved, name its type: container.autoregister(Count.self, argument: Int.self, initializer: …)"
    ) {
      $0.autoregister(Count.self, initializer: Count.init)
      $0.register(B.self) { r in B(try r.require(Count.self)) }
    } mended: {
      $0.autoregister(Count.self, argument: Int.self, initializer: Count.init)
      $0.register(B.self) { r in B(try r.require(Count.self, argument: 1)) }
    },
    Mistake("a forward to the superclass", "Forward a registration above: .implements(Vehicle.self)") {
      $0.register(Car.self) { _ in Car() }
      $0.register(B.self) { r in B(try r.require(Vehicle.self)) }
    } mended: {
      $0.register(Car.self) { _ in Car() }.implements(Vehicle.self)
      $0.register(B.self) { r in B(try r.require(Vehicle.self)) }
    },
    Mistake(
      "a forward to the class that a factory makes", "Forward a registration above: .implements(Car.self)"
    ) {
      $0.register(Vehicle.self) { _ in Car() }
      $0.register(B.self) { r in B(try r.require(Car.self)) }
    } mended: {
      $0.register(Vehicle.self) { _ in Car() }.implements(Car.self)
      $0.register(B.self) { r in B(try r.require(Car.self)) }
    },
    Mistake(
      "a forward to a protocol that the name hints at",
      "If 'HTTPClient' conforms to it, forward it where it is registered: .implements((any Client).self)"
    ) {
      $0.register(HTTPClient.self) { _ in HTTPClient() }
      $0.register(B.self) { r in B(try r.require((any Client).self)) }
    } mended: {
      $0.register(HTTPClient.self) { _ in HTTPClient() }.implements((any Client).self)
      $0.register(B.self) { r in B(try r.require((any Client).self)) }
    },
    Mistake("an array that is asked for by its name", "Ask for the name of a registration above.") {
      $0.register([Log].self, name: "all") { _ in [Log()] }
      $0.register(B.self) { r in B(try r.require([Log].self, name: "al")) }
    } mended: {
      $0.register([Log].self, name: "all") { _ in [Log()] }
      $0.register(B.self) { r in B(try r.require([Log].self, name: "all")) }
    },
    Mistake("an optional that a factory makes", "Unwrap the optional in the factory of a registration above.")
    {
      $0.register(Log?.self) { _ in Log() }
      $0.register(B.self) { r in B(try r.require(Log.self)) }
    } mended: {
      $0.register(Log.self) { _ in Log() }
      $0.register(B.self) { r in B(try r.require(Log.self)) }
    },
  ]
}
