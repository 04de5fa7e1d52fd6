import Facet
import FacetTestSupport
import Testing

private final class A {
  var b: B?
  let lazily: Lazy<A>?
  init(_ b: B? = nil, lazily: Lazy<A>? = nil) { (self.b, self.lazily) = (b, lazily) }
}
/// What a test expects of a storage or an action that cannot throw.
extension Locked where Value == [ResolutionError] {
  fileprivate func add(failureOf resolve: () throws -> Void) {
    do { try resolve() } catch { withLock { $0 += [error as? ResolutionError].compactMap(\.self) } }
  }
  fileprivate var first: ResolutionError? { value.first }
}
private final class B {
  let c: C
  init(_ c: C) { self.c = c }
}
private final class C {
  weak var a: A?
  let lazily: Lazy<A>?
  init(_ a: A? = nil, lazily: Lazy<A>? = nil) { (self.a, self.lazily) = (a, lazily) }
}
private final class Mother {
  var child: Child?
}
private final class Child {
  weak var mother: Mother?
}
private protocol Client {}
private struct HTTPClient: Client {}
private final class Early {
  init(_ late: Provider<Late>) throws { _ = try late.require() }
}
private final class Late {
  init(_ early: Lazy<Early>) throws { _ = try early.require() }
}

/// Mistakes that were made on purpose: what the message proposes, and that it helps when it is followed to the letter.
@Suite(.timeLimit(.minutes(20))) struct FollowedRemedyTests {
  private let container = Container()

  // MARK: - Loops

  private func registerLoop() {
    container.register(A.self) { r in A(try r.require()) }
    container.register(B.self) { r in B(try r.require()) }
    container.register(C.self) { r in C(try r.require(A.self)) }
  }

  @Test
  func `a wrapper is asked for by the whole key: by its name, its arguments, or as an element of a list`() {
    container.register(B.self) { r in B(try r.require()) }
    container.register(A.self, name: "main") { r in A(try r.require()) }
    container.register(C.self) { r in C(try r.require(A.self, name: "main")) }
    let key = "resolver.require(Lazy<A>.self, name: \"main\")"
    #expect(
      container.reason(for: C.self).remedies?.first?.hasPrefix("Ask for Lazy<C> or Provider<C> in the")
        == true)
    #expect(
      container.reason(for: A.self, name: "main").remedies?.first
        == "Ask for Lazy<A> or Provider<A>, by \(key), in the factory of 'C', and let the service keep that: it is used later, when all are built."
    )
    container.register(A.self, name: "other") { _ in A() }
    container.register(C.self) { r in C(try r.requireAll(A.self)[0]) }
    #expect(
      container.reason(for: A.self, name: "main").remedies?.first?.hasPrefix(
        "Ask for Lazy<A> or Provider<A>, by \(key), in a list by resolver.requireAll(Lazy<A>.self), in the factory of 'C'"
      ) == true)
  }

  @Test func `a loop of factories names the last one, and the first for a completion`() throws {
    registerLoop()
    #expect(
      container.reason(for: A.self).remedies == [
        "Ask for Lazy<A> or Provider<A> in the factory of 'C', and let the service keep that: it is used later, when all are built.",
        "Set what these services need of one another in an initCompleted of each, and not in their factories.",
      ])
    // The first.
    container.register(C.self) { r in C(lazily: try r.require()) }
    let first = try container.require(A.self)
    #expect(first.b?.c.lazily?.value === first)
    // The second, which builds each service once.
    registerLoop()
    let built = Counter()
    container.register(A.self) { _ in A() }.initCompleted { r, a in a.b = try r.require() }
    container.register(B.self) { r in
      built.next()
      return B(try r.require())
    }
    let second = try container.require(A.self)
    #expect(second.b?.c.a === second && built.value == 1)
  }

  @Test func `a wrapper that is used while its service is built has a text of its own`() throws {
    container.register(Early.self) { r in try Early(try r.require()) }.inObjectScope(.container)
    container.register(Late.self, fileID: "Late.swift", line: 3) { r in try Late(try r.require()) }
      .inObjectScope(.container)
    let error = expectFailure(.loop) { try container.require(Early.self) }
    #expect(
      error?.description.hasPrefix("'Early' was used by its Lazy<Early> while it is being built.\n") == true)
    #expect(
      error.remedies == [
        "Keep the Lazy<Early> in 'Late' and use it later: not in a factory, an initializer, a decorator or an initCompleted.",
        "To catch this failure, use it by require(), which throws.",
      ])
  }

  @Test func `one in an asynchronous factory, too`() async {
    container.register(A.self) { r async throws in A(try await r.requireAsync()) }
    container.register(B.self) { r async throws in
      _ = try await r.require(AsyncLazy<A>.self).require()
      return B(C())
    }
    let error = await #expect(throws: ResolutionError.self) { try await container.requireAsync(A.self) }
    #expect(
      error?.description.hasPrefix("'A' was used by its AsyncLazy<A> while it is being built.\n") == true)
  }

  @Test func `a loop over completions of transient services asks for a scope`() throws {
    let mother = container.register(Mother.self) { _ in Mother() }.inObjectScope(.transient)
      .initCompleted { r, mother in mother.child = try r.require() }
    container.register(Child.self) { _ in Child() }.inObjectScope(.transient)
      .initCompleted { r, child in child.mother = try r.require() }
    #expect(
      container.reason(for: Mother.self).remedies == [
        "Give 'Mother' a scope in which it is found while it is completed: .inObjectScope(.graph)",
        "Ask for Lazy<Mother> or Provider<Mother> in the initCompleted of 'Child', and let the service keep that: it is used later, when all are built.",
      ])
    mother.inObjectScope(.graph)
    let found = try container.require(Mother.self)
    #expect(found.child?.mother === found)
  }

  // MARK: - One service

  @Test func `a decorator that asks for what it wraps`() throws {
    container.register(A.self) { _ in A() }
    container.decorate(A.self) { r, _ in try r.require(A.self) }
    #expect(
      container.reason(for: A.self).remedies == [
        "Use what the decorator receives, in place of a resolve: { resolver, inner in … }"
      ])
  }

  @Test func `a completion that asks for its own service`() throws {
    let entry = container.register(Mother.self) { _ in Mother() }.inObjectScope(.transient)
      .initCompleted { r, _ in _ = try r.require(Mother.self) }
    #expect(
      container.reason(for: Mother.self).remedies == [
        "Use what the initCompleted receives, in place of a resolve: { resolver, service in … }",
        "Give 'Mother' a scope in which it is found while it is completed: .inObjectScope(.graph)",
      ])
    entry.inObjectScope(.graph)
    _ = try container.require(Mother.self)
  }

  @Test func `a storage that resolves what it stores`() {
    let reasons = Locked<[ResolutionError]>([])
    container.register(A.self) { _ in A() }
      .inObjectScope(
        ObjectScope(
          storageFactory: { [container] in
            ReadingStorage { reasons.add(failureOf: { _ = try container.require(A.self) }) }
          }, description: "asking"))
    _ = container.resolve(A.self)
    #expect(
      reasons.first.remedies == [
        "Return what the storage was given by setInstance, or nil: then the factory makes one."
      ])
  }

  // MARK: - Awaited services

  @Test func `an awaited service deep in a graph is awaited with all that need it`() async throws {
    container.register(C.self) { _ async in C() }.inObjectScope(.transient)
    container.register(B.self) { r in B(try r.require()) }
    container.register(A.self) { r in A(try r.require(B.self)) }
    #expect(
      container.reason(for: A.self).remedies?.first
        == "Give 'A' and 'B' asynchronous factories, which await what they need, and await what was asked for: try await container.requireAsync(A.self)"
    )
    container.register(B.self) { r async throws in B(try await r.requireAsync()) }
    container.register(A.self) { r async throws in A(try await r.requireAsync(B.self)) }
    _ = try await container.requireAsync(A.self)
  }

  // MARK: - Missing services

  @Test func `a type that is named like the protocol may conform to it`() throws {
    let entry = container.register { HTTPClient() }
    #expect(
      container.reason(for: (any Client).self).remedies?.first
        == "If 'HTTPClient' conforms to it, forward it where it is registered: .implements((any Client).self)"
    )
    entry.implements((any Client).self)
    _ = try container.require((any Client).self)
  }

  @Test func `a list that takes an argument`() {
    container.register((any Client).self, name: "a") { (_, _: Int) in HTTPClient() }
    #expect(
      container.reason(for: [any Client].self, 3).remedies?.first
        == "Resolve all of them: container.resolveAll((any Client).self, arguments: …)")
    #expect(container.resolveAll((any Client).self, arguments: 3).count == 1)
  }

  // MARK: - Ends

  @Test func `the end of a scope is awaited for that scope`() async throws {
    container.register(Mother.self) { _ in Mother() }.inObjectScope(.session).onClose { _ async in }
    _ = try container.require(Mother.self)
    let error = #expect(throws: CloseError.self) { try container.close(.session) }
    #expect(
      error?.description == """
        Nothing is closed: 'Mother' must be awaited.

        To fix this, await the end: try await container.closeAsync(.session)
        """)
    try await container.closeAsync(.session)
    #expect(!container.isClosed)
  }

  @Test func `what an action of a close asks for is gone`() throws {
    let reasons = Locked<[ResolutionError]>([])
    container.register(Child.self) { _ in Child() }
    container.register(Mother.self) { _ in Mother() }.inObjectScope(.container)
      .onClose { [container] _ in reasons.add(failureOf: { _ = try container.require(Child.self) }) }
    _ = try container.require(Mother.self)
    try container.close()
    #expect(
      reasons.first.remedies == [
        "Use it before the close: an onClose finds no services. Keep there what the action needs, or take it in the initializer."
      ])
  }
}
