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
    let inferred: Dog? = container.resolve()
    let dogs: [Dog?] = try [
      container.require(Dog.self), inferred, container.resolve(Dog?.self) ?? nil,
      container.require(Dog?.self),
      container.require(Dog??.self) ?? nil, Container(parent: container).require(Dog?.self),
    ]
    #expect(dogs.allSatisfy { $0 != nil && $0 === dogs[0] })
    // A registration of its own comes first.
    container.register(Dog?.self) { _ in Dog("optional") }
    #expect(container.resolve(Dog?.self)??.name == "optional")
  }

  @Test func `an optional takes name and arguments; a missing one is some nil, and nobody is told`() throws {
    container.register(Dog.self, name: "pet") { _, name in Dog(name) }
    #expect(container.resolve(Dog?.self, name: "pet", argument: "Rex")??.name == "Rex")
    let missing: [Dog??] = [
      container.resolve(Dog?.self), try container.require(Dog?.self),
      try container.require(Dog?.self, name: "pet"), try container.require(Dog?.self, argument: "Rex"),
    ]
    #expect(missing.allSatisfy { $0 != nil && $0! == nil })
    #expect(failures.all.isEmpty)
  }

  @Test func `an optional of a service that misses something else is a failure`() {
    container.register([Dog].self) { r in [try r.require(Dog.self)] }
    #expect(throws: ResolutionError.self) { try container.require([Dog]?.self) }
    #expect(container.resolve([Dog]?.self) == nil)
    #expect(failures.all.count == 1)
  }
}
