import Facet
import FacetInspection
import FacetTestSupport

private protocol Client: Sendable {}
private final class HTTPClient: Client {}
private final class Log: Sendable {}
private final class Session: Sendable {}
private class Node: @unchecked Sendable {
  var other: Any?
  init(_ other: Any? = nil) { self.other = other }
}
private final class A: Node, @unchecked Sendable {}
private final class B: Node, @unchecked Sendable {}
private final class Screen: @unchecked Sendable {
  @Injected(name: "main") var log: Log
}
private final class Panel: @unchecked Sendable {
  @OptionalInjected(name: "main") var log: Log?
}
private final class Mother: @unchecked Sendable { @Injected var child: Child }
private final class Child: @unchecked Sendable { @Injected var mother: Mother }
private final class LateMother: @unchecked Sendable { @Injected var child: LateChild }
private final class LateChild: @unchecked Sendable { @LazyInjected var mother: LateMother }

// What services need of one another, scopes, and what stands twice.
extension Mistake {
  static let ofNeeds = [
    Mistake(
      "an injected property",
      "If it may be missing, write @OptionalInjected at the property, and give it an optional type."
    ) {
      $0.register(Screen.self) { Screen() }
    } mended: {
      $0.register(Panel.self) { Panel() }
    },
    Mistake(
      "a ring of properties",
      "Write @LazyInjected at the property of 'Child' with 'Mother': it is resolved at its first use, when all are built."
    ) {
      $0.register(Mother.self) { Mother() }
      $0.register(Child.self) { Child() }
    } mended: {
      $0.register(LateMother.self) { LateMother() }
      $0.register(LateChild.self) { LateChild() }
    },
    Mistake(
      "what may be missing", "If it may be missing, say so where it is asked for: resolver.optional(Log.self)"
    ) {
      $0.register(B.self) { r in B(try? r.require(Log.self)) }
    } mended: {
      $0.register(B.self) { r in B(r.optional(Log.self)) }
    },
    Mistake(
      "a ring of factories",
      "Set what these services need of one another in an initCompleted of each, and not in their factories."
    ) {
      $0.register(A.self) { r in A(try r.require(B.self)) }
      $0.register(B.self) { r in B(try r.require(A.self)) }
    } mended: {
      $0.register(A.self) { _ in A() }.initCompleted { r, a in a.other = try r.require(B.self) }
      $0.register(B.self) { _ in B() }.initCompleted { r, b in b.other = try r.require(A.self) }
    },
    Mistake(
      "a ring of initializers",
      "Take Lazy<A> or Provider<A> in the initializer of 'B', and let the service keep that: it is used later, when all are built."
    ) {
      $0.autoregister(A.self, initializer: { (b: B) in A(b) })
      $0.autoregister(B.self, initializer: { (a: A) in B(a) })
    } mended: {
      $0.autoregister(A.self, initializer: { (b: B) in A(b) })
      $0.autoregister(B.self, initializer: { (a: Lazy<A>) in B(a) })
    },
    Mistake(
      "a ring over a completion that nobody finds",
      "Set what these services need of one another in an initCompleted of each, and not in their factories. Give 'B' the scope .graph, in which it is found."
    ) {
      $0.register(A.self) { r in A(try r.require(B.self)) }
      $0.register(B.self) { _ in B() }.inObjectScope(.transient)
        .initCompleted { r, b in b.other = try r.require(A.self) }
    } mended: {
      $0.register(A.self) { _ in A() }.initCompleted { r, a in a.other = try r.require(B.self) }
      $0.register(B.self) { _ in B() }.initCompleted { r, b in b.other = try r.require(A.self) }
    },
    Mistake("a factory that runs twice", "Set what 'A' needs of 'B' in its initCompleted, too.") {
      $0.register(A.self) { r in A(try r.require(B.self)) }
      $0.register(B.self) { _ in B() }.initCompleted { r, b in b.other = try r.require(A.self) }
    } mended: {
      $0.register(A.self) { _ in A() }.initCompleted { r, a in a.other = try r.require(B.self) }
      $0.register(B.self) { _ in B() }.initCompleted { r, b in b.other = try r.require(A.self) }
    },
    Mistake(
      "a ring of services that are awaited",
      "Ask for AsyncLazy<A> or AsyncProvider<A> in the factory of 'B', and let the service keep that: it is used later, when all are built."
    ) {
      $0.register(A.self) { r async throws in A(try r.require(B.self)) }
      $0.register(B.self) { r in B(try r.require(A.self)) }
    } mended: {
      $0.register(A.self) { r async throws in A(try r.require(B.self)) }
      $0.register(B.self) { r in B(try r.require(AsyncLazy<A>.self)) }
    },
    Mistake(
      "an awaited service with a name, by a lazy",
      "Ask for its asynchronous form in 'B': resolver.require(AsyncLazy<A>.self, name: \"main\")"
    ) {
      $0.register(A.self, name: "main") { _ async in A() }
      $0.register(B.self) { r in B(try r.require(Lazy<A>.self, name: "main")) }
    } mended: {
      $0.register(A.self, name: "main") { _ async in A() }
      $0.register(B.self) { r in B(try r.require(AsyncLazy<A>.self, name: "main")) }
    },
    Mistake(
      "an awaited service of a factory",
      "Give 'B' an asynchronous factory, and await it there: try await resolver.requireAsync(A.self)"
    ) {
      $0.register(A.self) { _ async in A() }
      $0.register(B.self) { r in B(try r.require(A.self)) }
    } mended: {
      $0.register(A.self) { _ async in A() }
      $0.register(B.self) { r async throws in B(try await r.requireAsync(A.self)) }
    },
    Mistake(
      "an awaited service that is started, and not kept", "Let its scope keep it: .inObjectScope(.container)"
    ) {
      $0.register(A.self) { _ async in A() }.startsEagerly()
      $0.register(B.self) { r in B(try r.require(A.self)) }
    } mended: {
      $0.register(A.self) { _ async in A() }.startsEagerly().inObjectScope(.container)
      $0.register(B.self) { r in B(try r.require(A.self)) }
    },
    Mistake("a session that is held", "Take a Provider<Session> where it is held, and use it anew each time.")
    {
      $0.register(Session.self) { _ in Session() }.inObjectScope(.session)
      $0.register(B.self) { r in B(try r.require(Session.self)) }.inObjectScope(.container)
    } mended: {
      $0.register(Session.self) { _ in Session() }.inObjectScope(.session)
      $0.register(B.self) { r in B(try r.require(Provider<Session>.self)) }.inObjectScope(.container)
    },
    Mistake("a scoped service that is held", "Give 'B' the scope .scoped.") {
      $0.register(Session.self) { _ in Session() }.inObjectScope(.scoped)
      $0.register(B.self) { r in B(try r.require(Lazy<Session>.self)) }.inObjectScope(.container)
    } mended: {
      $0.register(Session.self) { _ in Session() }.inObjectScope(.scoped)
      $0.register(B.self) { r in B(try r.require(Lazy<Session>.self)) }.inObjectScope(.scoped)
    },
    Mistake("names in a loop", "In a loop, give each a name: container.register(A.self, name: …) { … }") {
      for number in 1...3 { $0.register(A.self) { _ in A(number) } }
    } mended: {
      for number in 1...3 { $0.register(A.self, name: "\(number)") { _ in A(number) } }
    },
    Mistake(
      "forwards in a loop", "In a loop, forward each under a name: .implements((any Client).self, name: …)"
    ) {
      for name in ["a", "b"] {
        $0.register(HTTPClient.self, name: name) { _ in HTTPClient() }.implements((any Client).self)
      }
    } mended: {
      for name in ["a", "b"] {
        $0.register(HTTPClient.self, name: name) { _ in HTTPClient() }.implements(
          (any Client).self, name: name)
      }
    },
    Mistake("a decorator of another name", "Decorate the key of a registration above.") {
      $0.register(A.self, name: "main") { _ in A() }
      $0.decorate(A.self) { _, a in a }
    } mended: {
      $0.register(A.self, name: "main") { _ in A() }
      $0.decorate(A.self, name: "main") { _, a in a }
    },
    Mistake("an action that never runs", "Let the container keep it: .inObjectScope(.container)") {
      $0.register(A.self) { _ in A() }.onClose { _ in }
    } mended: {
      $0.register(A.self) { _ in A() }.onClose { _ in }.inObjectScope(.container)
    },
  ]
}
