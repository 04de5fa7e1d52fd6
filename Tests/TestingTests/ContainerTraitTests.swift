import Facet
import FacetTesting
import Testing

/// What a part of an application registers.
@Sendable private func registerShop() {
  Container.register(Client.self) { _ in Client() }.inObjectScope(.container)
    .implements(AnyObject.self)
  Container.register(Store.self) { r in Store(client: r.resolve(Client.self)!) }.inObjectScope(.container)
}

@Sendable private func registerDecoratedShop() {
  registerShop()
  Container.main.decorate(Client.self) { _, inner in FakeClient("logged \(inner.name)") }
  Container.main.decorateAll(Client.self) { _, inner in FakeClient("timed \(inner.name)") }
}

/// `@Suite(.container)` and `@Test(.container { … })`: a main container for every test.
@Suite(.timeLimit(.minutes(20))) struct ContainerTraitTests {
  @Test(.container) func `the main container is the test's own, with the application's services`() {
    // Another target of this package says which: there can be one conformance in a process.
    #expect(Container.main.description.contains("Service: XYZViewModel,"))
    #expect(!Container.main.hasAnyRegistration(of: Client.self))
    Container.register(Client.self) { _ in Client() }
    #expect(Container.resolve(Client.self)?.name == "real")
  }

  @Test(.container(.empty) { $0.register(Client.self) { _ in FakeClient("fake") } })
  func `a closure over no services is all there is`() {
    #expect(Container.resolve(Client.self)?.name == "fake")
    Container.main.unregister(Client.self)
    #expect(Container.main.description == "[\n]")
  }

  @Test(.container(.registered(by: registerShop)) { $0.register(Client.self) { _ in FakeClient("fake") } })
  func `overrides reach every consumer and every forward`() {
    #expect(Container.resolve(Store.self)?.client.name == "fake")
    #expect((Container.resolve(AnyObject.self) as? Client)?.name == "fake")
  }

  @Test(
    .container(.registered(by: registerDecoratedShop)) {
      $0.register(Client.self) { _ in FakeClient("fake") }
    })
  func `the decorators of a service wrap what is registered in its place`() {
    #expect(Container.resolve(Store.self)?.client.name == "timed logged fake")
    #expect((Container.resolve(AnyObject.self) as? Client)?.name == "timed logged fake")
  }

  @Test(.container(.empty) { _ in Container.register(Client.self) { _ in FakeClient("static") } })
  func `the container is the main one in the closure`() {
    #expect(Container.resolve(Client.self)?.name == "static")
  }

  private static let shared = Container {
    $0.register(Client.self) { _ in Client() }.inObjectScope(.container)
  }

  @Test(.container(.copy(of: { shared }))) func `a copied container shares nothing`() {
    #expect(Container.main.resolve(Client.self) !== Self.shared.resolve(Client.self))
  }

  @Test(.container(.empty)) func `tasks that the test starts have its container`() async {
    let mine = Container.main
    async let child = Container.main === mine
    let ofTask = await Task { Container.main === mine }.value
    let ofGroup = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 { group.addTask { Container.main === mine } }
      return await group.reduce(true) { $0 && $1 }
    }
    #expect(await [child, ofTask, ofGroup] == [true, true, true])
  }

  @Test func `a test without the trait has the real one, while isolated tests run`() {
    let real = Container.main
    withTestContainer {
      #expect(Container.main !== real)
    }
    #expect(Container.main === real)
  }

  @Test func `what the closure throws is thrown`() {
    struct Broken: Error {}
    #expect(throws: Broken.self) { try withTestContainer(.empty) { throw Broken() } }
  }

  @Test func `the asynchronous form holds over suspensions`() async throws {
    let name = await withTestContainer(.empty) {
      await Task.yield()
      return (Container.resolve() as Client).name
    } overriding: {
      $0.register(Client.self) { _ in FakeClient("async") }
    }
    #expect(name == "async")
  }
}

/// An outer and an inner trait: the inner container is an overriding copy of the outer one.
@Suite(
  .timeLimit(.minutes(20)),
  .container(.registered(by: registerShop)) { $0.register(Client.self) { _ in FakeClient("outer") } })
struct NestedContainerTests {
  @Test(.container { $0.register(String.self) { "inner" } })
  func `an inner trait adds to the outer one`() {
    #expect(Container.resolve(Store.self)?.client.name == "outer")
    #expect(Container.resolve(String.self) == "inner")
  }

  @Test(.container { $0.register(Client.self) { _ in FakeClient("inner") } })
  func `an inner override reaches what the outer one wired`() {
    #expect(Container.resolve(Store.self)?.client.name == "inner")
    #expect((Container.resolve(AnyObject.self) as? Client)?.name == "inner")
  }

  @Test(.container(.empty)) func `an inner trait can begin anew`() {
    #expect(!Container.main.hasAnyRegistration(of: Client.self))
  }

  @Suite(.container { $0.register(Int.self) { 5 } }) struct Inner {
    @Test(.container { r in r.register(String.self) { "\(r.resolve(Int.self) ?? 0)" } })
    func `suites nest as well`() {
      #expect(Container.resolve(String.self) == "5")
      #expect(Container.resolve(Client.self)?.name == "outer")
    }
  }
}

/// Every case of a parameterised test has a container.
@Suite(.timeLimit(.minutes(20)), .container(.registered(by: registerShop))) struct ContainerCaseTests {
  @Test(arguments: 0..<20) func `a case finds nothing of another case`(number: Int) async {
    #expect(Container.resolve(Store.self)?.client.name == "real")
    #expect(!Container.main.hasAnyRegistration(of: Int.self))
    Container.register(Int.self) { number }
    await Task.yield()
    #expect(Container.resolve(Int.self) == number)
  }
}
