import Facet
import FacetTestSupport
import Testing

/// Resolving by type, name and arguments, on a container and on a resolver.
@Suite(.timeLimit(.minutes(20))) struct ResolveTests {
  private let container = Container()

  @Test(arguments: [false, true])
  func `resolve takes a name and arguments, and gives nil for what is not registered`(isFactory: Bool) throws
  {
    let failures = Recorder.failures(of: container)
    #expect(container.resolve(Animal.self) == nil && failures.all.count == 1)
    container.register(Animal.self) { _ in Dog() }
    container.register(Animal.self) { _, name in Dog(name) }
    container.register(Animal.self, name: "pet") { _, name, number in Dog(name + String(number as Int)) }
    @Sendable func names(_ resolver: any Resolver) throws -> [String?] {
      let inferred: any Animal = resolver.resolve()
      let animals = [
        inferred, resolver.resolve(Animal.self), resolver.resolve(Animal.self, name: nil),
        resolver.resolve(Animal.self, argument: "Rex"), resolver.resolve(Animal.self, arguments: "Mimi"),
        resolver.resolve(Animal.self, name: "pet", arguments: "Rex", 2),
        try resolver.require(Animal.self, name: "pet", arguments: "Rex", 3),
      ]
      return animals.map { $0?.name } + resolver.resolveAll(Animal.self).map(\.name)
    }
    container.register([String?].self) { r in try names(r) }
    let found = isFactory ? try container.require([String?].self) : try names(container)
    #expect(found == ["Hachi", "Hachi", "Hachi", "Rex", "Mimi", "Rex2", "Rex3", "Hachi"])
  }

  @Test func `require gives the service, or throws and calls no failure handler`() throws {
    let failures = Recorder.failures(of: container)
    container.register(Dog.self, name: "Hachi") { _ in Dog() }
    container.register(Dog.self) { _, name in Dog(name) }
    let dogs: [Dog] = try [
      container.require(Dog.self, name: "Hachi"), container.require(Dog.self, argument: "Rex"),
      container.require(Dog.self, arguments: "Rex"), container.require(name: "Hachi"),
    ]
    #expect(dogs.map(\.name) == ["Hachi", "Rex", "Rex", "Hachi"])
    do {
      _ = try container.require(Dog.self)
      Issue.record("nothing was thrown")
    } catch {
      // Of its type without a cast.
      let code: ResolutionError.Code = error.code
      #expect(code == .notRegistered)
    }
    #expect(failures.all.isEmpty)
  }

  @Test func `the inferred resolve asks for what the context needs`() {
    container.register(Dog.self, name: "pet") { _ in Dog("Rex") }
    container.register(Dog.self) { _, name in Dog(name) }
    container.register(Dog.self) { _, name, number in Dog(name + String(number as Int)) }
    let dogs: [Dog] = [
      container.resolve(name: "pet"), container.resolve(argument: "Mimi"),
      container.resolve(arguments: "Mimi", 2),
    ]
    #expect(dogs.map(\.name) == ["Rex", "Mimi", "Mimi2"])
  }

  @Test func `factories and completions receive a resolver of the container`() {
    let completed = Recorder<String>()
    container.register(Dog.self) { _ in Dog() }
    container.register([Dog].self) { r in [r.resolve(Dog.self)!, r.resolve()] }
      .initCompleted { r, _ in completed.add(r.resolve(Dog.self)!.name) }
    #expect(container.resolve([Dog].self)?.map(\.name) == ["Hachi", "Hachi"])
    #expect(completed.all == ["Hachi"])
  }

  @Test func `the own type of a container is registered like any other`() {
    container.register(Container.self) { r in r as! Container }
    #expect(container.resolve(Container.self) === container)
  }
}
