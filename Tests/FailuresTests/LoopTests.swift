import Facet
import FacetTestSupport
import Testing

private final class A {}
private final class B {}
private final class C {}
private protocol P: AnyObject {}
extension A: P {}

/// A service that needs itself to be built stops at once with the path.
@Suite(.timeLimit(.minutes(20))) struct LoopTests {
  private let container = Container()

  private func register<Service, Dependency>(
    _ type: Service.Type, needs dependency: Dependency.Type, line: Int,
    make: @escaping @Sendable () -> Service
  ) {
    container.register(type, fileID: "Loop.swift", line: line) { r in
      _ = try r.require(dependency)
      return make()
    }
  }

  static let scopes: [ObjectScope] = [.transient, .graph, .container, .weak, .perArgument, .session]

  @Test func `a loop is told with its path, and leaves the container as it was`() {
    register(A.self, needs: B.self, line: 1) { A() }
    register(B.self, needs: A.self, line: 2) { B() }
    #expect(
      container.reason(for: A.self)?.description == """
        'A' needs itself to be built.

          Path:     A → B → A
          Places:   'A'   registered at Loop.swift:1
                    'B'   registered at Loop.swift:2

        To fix this, do one of:
          • Ask for Lazy<A> or Provider<A> in the factory of 'B', and let the service keep that: it is used later, when all are built.
          • Set what these services need of one another in an initCompleted of each, and not in their factories.
        """)
    register(B.self, needs: C.self, line: 3) { B() }
    container.register { C() }
    #expect(throws: Never.self) { try container.require(A.self) }
  }

  @Test func `of an awaited service, nothing is proposed that would find it half-built`() async {
    final class Hen: Sendable {}
    final class Egg: Sendable {}
    container.register(Hen.self, fileID: "Loop.swift", line: 1) { r async throws in
      _ = try r.require(Egg.self)
      return Hen()
    }
    container.register(Egg.self, fileID: "Loop.swift", line: 2) { r in
      _ = try r.require(Hen.self)
      return Egg()
    }
    let error = await #expect(throws: ResolutionError.self) { try await container.requireAsync(Hen.self) }
    #expect(
      error.remedies == [
        "Ask for AsyncLazy<Hen> or AsyncProvider<Hen> in the factory of 'Egg', and let the service keep that: it is used later, when all are built."
      ])
  }

  @Test func `a loop that is entered from outside shows the whole path`() {
    struct Root {}
    register(Root.self, needs: A.self, line: 9) { Root() }
    register(A.self, needs: B.self, line: 1) { A() }
    register(B.self, needs: C.self, line: 2) { B() }
    register(C.self, needs: A.self, line: 3) { C() }
    let error = expectFailure(.loop, path: ["'Root'", "'A'", "'B'", "'C'", "'A'"]) {
      try container.require(Root.self)
    }
    #expect(error?.key == ServiceKey(A.self) && error?.location?.description == "Loop.swift:1")
  }

  @Test(arguments: [false, true])
  func `a loop over a forward, also of a child, names the key that was asked for`(isOfChild: Bool) {
    let asked = isOfChild ? Container(parent: container) : container
    let entry = container.register(A.self) { r in
      _ = try r.require(P.self)
      return A()
    }
    asked.forward(P.self, to: entry)
    expectFailure(.loop, path: ["'A'", "'P'"]) { try asked.require(A.self) }
  }

  @Test func `a loop in a resolve that gives nil is told, also through the container itself`() {
    let failures = Recorder.failures(of: container)
    container.register(A.self) { [unowned container] _ in container.resolve(A.self) ?? A() }
    #expect(container.resolve(A.self) != nil)
    #expect(failures.all.map { $0.prefix { $0 != "\n" } } == ["'A' needs itself to be built."])
  }

  @Test func `a remedy writes a protocol in a wrapper as code has it`() {
    register((any Drink).self, needs: Cup.self, line: 1) { Tea() }
    register(Cup.self, needs: (any Drink).self, line: 2) { Cup() }
    #expect(
      container.reason(for: (any Drink).self).remedies?.first
        == "Ask for Lazy<any Drink> or Provider<any Drink> in the factory of 'Cup', and let the service keep that: it is used later, when all are built."
    )
  }

  /// How a factory asks for its own service again.
  enum Way: CaseIterable { case directly, byProvider, byLazy }

  @Test(arguments: scopes, Way.allCases)
  func `a service that asks for itself, or with equal arguments, stops`(scope: ObjectScope, way: Way) {
    let runs = Counter()
    container.register(A.self) { r in
      runs.next()
      return switch way {
      case .directly: try r.require(A.self)
      case .byProvider: try r.require(Provider<A>.self).require()
      case .byLazy: try r.require(Lazy<A>.self).require()
      }
    }.inObjectScope(scope)
    container.register(A.self) { (r, text: String) in
      runs.next()
      return switch way {
      case .directly: try r.require(A.self, argument: text + "")
      case .byProvider: try r.require(Provider<A>.self, argument: text + "").require()
      case .byLazy: try r.require(Lazy<A>.self, argument: text + "").require()
      }
    }.inObjectScope(scope)
    for error in [container.reason(for: A.self), container.reason(for: A.self, "a")] {
      #expect(error?.code == .loop)
      #expect(error?.path.count == 2)
    }
    #expect(runs.value == 2)
  }

  @Test func `a loop through two providers stops at once`() {
    let runs = Counter()
    container.register(A.self) { r in
      runs.next()
      _ = try r.require(Provider<B>.self).require()
      return A()
    }
    container.register(B.self) { r in
      runs.next()
      _ = try r.require(Provider<A>.self).require()
      return B()
    }
    expectFailure(.loop, path: ["'A'", "'B'", "'A'"]) { try container.require(A.self) }
    #expect(runs.value == 2)
  }

  @Test(arguments: [ObjectScope.transient, .graph, .perArgument])
  func `a recursion with smaller arguments is no loop, also through providers`(scope: ObjectScope) throws {
    container.register(Int.self) { (r, number: Int) in
      if number == 0 { return 0 }
      let provider = number.isMultiple(of: 2) ? try r.require(Provider<Int>.self, argument: number - 1) : nil
      return try number + (provider?.require() ?? r.require(Int.self, argument: number - 1))
    }.inObjectScope(scope)
    #expect(try container.require(Int.self, argument: 200) == 20_100)
  }

  @Test(arguments: [1, 15, 16, 17, 39]) func `a loop is found however far up it begins`(first: Int) throws {
    for number in 1...40 {
      let next = number == 40 ? first : number + 1
      container.register(Cup.self, name: "\(number)") { r in try r.require(Cup.self, name: "\(next)") }
    }
    let error = expectFailure(.loop, path: ["41 keys"]) { try container.require(Cup.self, name: "1") }
    #expect(error?.path.last?.name == "\(first)")
  }
}
