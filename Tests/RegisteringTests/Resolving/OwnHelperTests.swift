import Facet
import Testing

extension Resolver {
  /// What users write over a container: everything may be left out, so it fits `resolve()` as well as the library's own.
  fileprivate func resolve<Service>(_ type: Service.Type = Service.self, name: String = "own") -> Service {
    resolve(type, name: name)!
  }

  fileprivate func require<Service>(_ type: Service.Type = Service.self, or other: Service? = nil) -> Service
  {
    (try? require(type, name: "own")) ?? other!
  }
}

extension Container {
  fileprivate static func resolve<Service>(type: Service.Type = Service.self) -> Service {
    main.resolve(type, name: "own")!
  }
}

/// Helpers of users that share the name of the library's.
@Suite(.timeLimit(.minutes(20))) struct OwnHelperTests {
  private let container = Container { container in
    container.register { Dog("without a name") }
    container.register(name: "own") { Dog("by the helper") }
    container.register(name: "other") { Dog("by the library") }
    container.register { (_, name: String) in Dog(name) }
    container.register { (_, name: String, age: Int) in Dog("\(name), \(age)") }
    container.register(name: "pair") { r in [r.resolve() as Dog] }
  }

  @Test func `a helper all of whose parameters may be left out is preferred to the inferred resolve`() {
    let dog: Dog = container.resolve()
    let dogs: [Dog] = container.resolve(name: "pair")
    #expect(([dog] + dogs).map(\.name) == ["by the helper", "by the helper"])
    Container.withMain(container) {
      let dogs: [Dog] = [Container.resolve(), Container.resolve(arguments: "Hachi")]
      #expect(dogs.map(\.name) == ["by the helper", "Hachi"])
    }
  }

  @Test func `arguments reach the library past such a helper`() {
    let dog: Dog = container.resolve(argument: "Hachi")
    let aged: Dog = container.resolve(arguments: "Hachi", 3)
    #expect([dog, aged].map(\.name) == ["Hachi", "Hachi, 3"])
    #expect(container.resolve(Dog.self, argument: "Rex")?.name == "Rex")
  }

  @Test func `a helper called like the library's throwing one is preferred where both fit`() throws {
    let dog: Dog = container.require()
    #expect([dog, container.require(Dog.self)].map(\.name) == ["by the helper", "by the helper"])
    #expect(try container.require(Dog.self, name: "other").name == "by the library")
    #expect(try container.require(Dog.self, argument: "Hachi").name == "Hachi")
  }
}
