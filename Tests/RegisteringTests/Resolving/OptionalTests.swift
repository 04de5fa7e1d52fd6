import Facet
import FacetTestSupport
import Testing

/// `T?` resolves without a registration of its own; missing is `nil`, and no failure.
@Suite(.timeLimit(.minutes(20))) struct OptionalTests {
  private let container = Container()
  private let failures: Recorder<String>

  init() {
    failures = Recorder.failures(of: container)
  }

  @Test func `an optional of a registered type is the service, also from a child`() throws {
    container.register(Dog.self) { _ in Dog() }.inObjectScope(.container)
    #expect(container.resolve(Dog?.self)??.name == "Hachi")
    #expect(container.resolve(Dog??.self)???.name == "Hachi")
    #expect(try container.require(Dog?.self) === container.require(Dog.self))
    #expect(try Container(parent: container).require(Dog?.self)?.name == "Hachi")
    let inferred: Dog? = container.resolve()
    #expect(inferred?.name == "Hachi")
  }

  @Test func `an optional of a missing type is some nil, and nobody is told`() throws {
    let dog: Dog?? = container.resolve(Dog?.self)
    #expect(dog != nil && dog! == nil)
    #expect(try container.require(Dog?.self) == nil)
    #expect(failures.all.isEmpty)
  }

  @Test func `an optional takes name and arguments`() throws {
    container.register(Dog.self, name: "pet") { _, name in Dog(name) }
    #expect(container.resolve(Dog?.self, name: "pet", argument: "Rex")??.name == "Rex")
    #expect(try container.require(Dog?.self, name: "pet") == nil)
    #expect(try container.require(Dog?.self, argument: "Rex") == nil)
    #expect(failures.all.isEmpty)
  }

  @Test func `an optional that is registered itself is the registration`() {
    container.register(Dog.self) { _ in Dog() }
    container.register(Dog?.self) { _ in Dog("optional") }
    #expect(container.resolve(Dog?.self)??.name == "optional")
  }

  @Test func `an optional of a service that misses something else is a failure`() {
    container.register([Dog].self) { r in [try r.require(Dog.self)] }
    #expect(throws: ResolutionError.self) { try container.require([Dog]?.self) }
    #expect(container.resolve([Dog]?.self) == nil)
    #expect(failures.all.count == 1)
  }
}
