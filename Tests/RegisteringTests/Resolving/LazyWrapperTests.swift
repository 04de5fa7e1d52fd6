import Facet
import FacetTestSupport
import Testing

/// `Lazy` is built once, at first use.
@Suite(.timeLimit(.minutes(20))) struct LazyWrapperTests {
  private let container = Container()
  private let built = Counter()

  private func register() -> ServiceEntry<Dog> {
    container.register(Dog.self) { [built] _ in
      built.next()
      return Dog()
    }
  }

  @Test
  func `a lazy service is built at first use, once, by the registration of its own type if there is one`()
    throws
  {
    _ = register()
    let lazy = try container.require(Lazy<Dog>.self)
    #expect(built.value == 0)
    let dogs = [lazy.instance, lazy.instance, try lazy.require()]
    #expect(dogs.allSatisfy { $0 === dogs[0] } && built.value == 1)
    let other = Container { $0.register(Dog.self) { _ in Dog("other") } }
    container.register(Lazy<Dog>.self) { _ in try other.require(Lazy<Dog>.self) }
    #expect(try container.require(Lazy<Dog>.self).instance.name == "other")
  }

  @Test func `each lazy service has an instance of its own, as its scope says`() throws {
    let entry = register()
    func areSame() throws -> Bool {
      let lazies = try [container.require(Lazy<Dog>.self), container.require(Lazy<Dog>.self)]
      return lazies[0].instance === lazies[1].instance
    }
    #expect(try !areSame())
    entry.inObjectScope(.container)
    #expect(try areSame())
  }

  @Test func `a lazy service of what is not registered, with these arguments, fails at its resolve`() {
    let failures = Recorder.failures(of: container)
    #expect(container.resolve(Lazy<Dog>.self) == nil)
    let error = #expect(throws: ResolutionError.self) { try container.require(Lazy<Dog>.self) }
    #expect(error?.key.description == "'Dog'")
    #expect(failures.all.count == 1)
    container.register(Dog.self) { _, name in Dog(name) }
    #expect(throws: ResolutionError.self) { try container.require(Lazy<Dog>.self) }
    #expect(throws: ResolutionError.self) { try container.require(Lazy<Dog>.self, argument: 3) }
  }

  @Test func `a build that fails is not kept`() throws {
    container.register(Dog.self) { [built] _ in
      if built.next() == 1 { throw Broken() }
      return Dog()
    }
    let lazy = try container.require(Lazy<Dog>.self)
    let error = expectFailure(.factoryFailed) { try lazy.require() }
    #expect(error?.underlyingError is Broken)
    #expect(lazy.instance.name == "Hachi" && built.value == 2)
  }

  @Test func `a lazy service used after its container is gone stops with the reason`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      endProcess()
      var container: Container? = Container()
      container?.register(Dog.self, name: "pet") { (_, _: Int) in Dog() }
      container?.register([Lazy<Dog>].self, fileID: "Farm/Dogs.swift", line: 4) { r in
        [r.resolve(name: "pet", argument: 3)]
      }
      .inObjectScope(.container)
      let lazy = container?.resolve([Lazy<Dog>].self)?.first
      container = nil
      _ = lazy?.instance
    }
    #expect(
      try stopText(result) == """
        'Lazy<Dog>' named "pet" with arguments (Int) was used after its container was gone.

          Path:    [Lazy<Dog>] → Lazy<Dog> "pet"
          Place:   '[Lazy<Dog>]'   registered at Farm/Dogs.swift:4

        To fix this, do one of:
          • Keep the container as long as services from it are used, for example in a global constant or in the object that starts the application.
          • Use it once while the container exists. It keeps its instance.
        """)
  }
}
