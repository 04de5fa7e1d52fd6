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

  private func text<Service>(of type: Service.Type) -> String? {
    #expect(throws: ResolutionError.self) { try container.require(type) }?.description
  }

  static let scopes: [ObjectScope] = [.transient, .graph, .container, .weak]
  static let allScopes = scopes + [ObjectScope(storageFactory: PermanentStorage.init, description: "custom")]

  @Test(arguments: scopes) func `a loop of one`(scope: ObjectScope) {
    container.register(A.self, fileID: "Loop.swift", line: 1) { r in try r.require(A.self) }
      .inObjectScope(scope)
    #expect(
      text(of: A.self) == """
        'A' needs itself to be built.

          Path:    A → A
          Place:   registered at Loop.swift:1

        To fix this, do one of:
          • To wrap the service that was registered before, or by a parent, decorate it: \
        container.decorate(A.self) { resolver, inner in … }
          • If it stands for all services of its type, give the others names: resolver.resolveAllByName(A.self)
        """)
  }

  @Test func `a loop of two`() {
    register(A.self, needs: B.self, line: 1) { A() }
    register(B.self, needs: A.self, line: 2) { B() }
    #expect(
      text(of: A.self) == """
        'A' needs itself to be built.

          Path:     A → B → A
          Places:   'A'   registered at Loop.swift:1
                    'B'   registered at Loop.swift:2

        To fix this, do one of:
          • Ask for Lazy<A> or Provider<A> in one of the factories.
          • Set one of the dependencies in initCompleted, which can resolve the half-built service.
        """)
  }

  @Test func `a loop of three`() {
    register(A.self, needs: B.self, line: 1) { A() }
    register(B.self, needs: C.self, line: 2) { B() }
    register(C.self, needs: A.self, line: 3) { C() }
    #expect(
      text(of: B.self) == """
        'B' needs itself to be built.

          Path:     B → C → A → B
          Places:   'B'   registered at Loop.swift:2
                    'C'   registered at Loop.swift:3
                    'A'   registered at Loop.swift:1

        To fix this, do one of:
          • Ask for Lazy<B> or Provider<B> in one of the factories.
          • Set one of the dependencies in initCompleted, which can resolve the half-built service.
        """)
  }

  @Test func `a loop that is entered from outside shows the whole path`() {
    struct Root {}
    register(Root.self, needs: A.self, line: 9) { Root() }
    register(A.self, needs: B.self, line: 1) { A() }
    register(B.self, needs: A.self, line: 2) { B() }
    let error = #expect(throws: ResolutionError.self) { try container.require(Root.self) }
    #expect(error?.code == .loop)
    #expect(error?.pathInWords == ["'Root'", "'A'", "'B'", "'A'"])
    #expect(error?.key.description == "'A'")
    #expect(error?.location?.description == "Loop.swift:1")
  }

  @Test func `a loop over a forward names the key that was asked for`() {
    container.register(A.self, fileID: "Loop.swift", line: 1) { r in
      _ = try r.require(P.self)
      return A()
    }.implements(P.self)
    let error = #expect(throws: ResolutionError.self) { try container.require(A.self) }
    #expect(error?.code == .loop)
    #expect(error?.pathInWords == ["'A'", "'P'"])
  }

  @Test func `a loop through the container itself is found`() {
    let container = container
    container.register(A.self) { [unowned container] _ in try container.require(A.self) }
    let error = #expect(throws: ResolutionError.self) { try container.require(A.self) }
    #expect(error?.code == .loop)
  }

  @Test func `a loop with equal arguments is found, one with smaller arguments is no loop`() throws {
    container.register(Int.self) { (r, number: Int) in
      number <= 1 ? 1 : number * (try r.require(Int.self, argument: number - 1))
    }
    #expect(try container.require(Int.self, argument: 10) == 3_628_800)
    container.register(String.self) { (r, number: Int) in try r.require(String.self, argument: number) }
    let error = #expect(throws: ResolutionError.self) { try container.require(String.self, argument: 3) }
    #expect(error?.code == .loop)
  }

  @Test func `a loop in a resolve that gives nil is told`() {
    let failures = Recorder.failures(of: container)
    container.register(A.self) { r in r.resolve(A.self) ?? A() }
    #expect(container.resolve(A.self) != nil)
    #expect(failures.all.count == 1)
    #expect(failures.all.first?.hasPrefix("'A' needs itself to be built.") == true)
  }

  @Test func `after a loop the container works as before`() throws {
    register(A.self, needs: B.self, line: 1) { A() }
    register(B.self, needs: A.self, line: 2) { B() }
    _ = text(of: A.self)
    register(B.self, needs: C.self, line: 3) { B() }
    container.register { C() }
    #expect(throws: Never.self) { try container.require(A.self) }
  }

  @Test func `a loop of custom-scoped services is found`() {
    let scope = ObjectScope(storageFactory: PermanentStorage.init, description: "custom")
    container.register(A.self) { r in try r.require(A.self) }.inObjectScope(scope)
    let error = #expect(throws: ResolutionError.self) { try container.require(A.self) }
    #expect(error?.code == .loop)
  }

  // MARK: - Through wrappers

  @Test(arguments: allScopes) func `a loop through a provider stops at once`(scope: ObjectScope) {
    let runs = Counter()
    container.register(A.self) { r in
      runs.next()
      return try r.require(Provider<A>.self).require()
    }.inObjectScope(scope)
    let error = #expect(throws: ResolutionError.self) { try container.require(A.self) }
    #expect(error?.code == .loop)
    #expect(error?.pathInWords == ["'A'", "'A'"])
    #expect(runs.value == 1)
  }

  @Test(arguments: allScopes) func `a loop through a provider with equal arguments stops at once`(
    scope: ObjectScope
  ) {
    let runs = Counter()
    container.register(A.self) { (r, text: String) in
      runs.next()
      return try r.require(Provider<A>.self, argument: text + "").require()
    }.inObjectScope(scope)
    let error = #expect(throws: ResolutionError.self) { try container.require(A.self, argument: "a") }
    #expect(error?.code == .loop)
    #expect(error?.path.count == 2)
    #expect(runs.value == 1)
  }

  @Test(arguments: [ObjectScope.transient, .graph])
  func `a recursion through providers with smaller arguments is no loop`(scope: ObjectScope) throws {
    container.register(Int.self) { (r, number: Int) in
      number <= 1 ? 1 : number * (try r.require(Provider<Int>.self, argument: number - 1).require())
    }.inObjectScope(scope)
    #expect(try container.require(Int.self, argument: 10) == 3_628_800)
  }

  @Test(arguments: allScopes) func `a lazy service used in its own factory is a loop at once`(
    scope: ObjectScope
  ) {
    let runs = Counter()
    container.register(A.self) { r in
      runs.next()
      return try r.require(Lazy<A>.self).require()
    }.inObjectScope(scope)
    let error = #expect(throws: ResolutionError.self) { try container.require(A.self) }
    #expect(error?.code == .loop)
    #expect(error?.pathInWords == ["'A'", "'A'"])
    #expect(runs.value == 1)
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
    let error = #expect(throws: ResolutionError.self) { try container.require(A.self) }
    #expect(error?.code == .loop)
    #expect(error?.pathInWords == ["'A'", "'B'", "'A'"])
    #expect(runs.value == 2)
  }
}
