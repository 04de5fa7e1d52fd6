import Facet
import FacetTestSupport
import Testing

private final class Kennel {
  let dogs: [Dog]
  init(_ dogs: Dog...) { self.dogs = dogs }
}

/// Resolving by type, name and arguments, on a container and on a resolver.
@Suite(.timeLimit(.minutes(20))) struct ResolveTests {
  private let container = Container()

  @Test func `resolve takes a name and arguments, and gives nil for what is not registered`() {
    let failures = Recorder.failures(of: container)
    #expect(container.resolve(Animal.self) == nil)
    #expect(failures.all.count == 1)
    container.register(Animal.self) { _ in Dog() }
    container.register(Animal.self) { _, name in Dog(name) }
    container.register(Animal.self, name: "pet") { _, name, number in Dog(name + String(number as Int)) }
    #expect(container.resolve(Animal.self)?.name == "Hachi")
    #expect(container.resolve(Animal.self, name: nil)?.name == "Hachi")
    #expect(container.resolve(Animal.self, argument: "Rex")?.name == "Rex")
    #expect(container.resolve(Animal.self, arguments: "Mimi")?.name == "Mimi")
    #expect(container.resolve(Animal.self, name: "pet", arguments: "Rex", 2)?.name == "Rex2")
  }

  @Test func `require gives the service, or throws and calls no failure handler`() throws {
    let failures = Recorder.failures(of: container)
    container.register(Dog.self, name: "Hachi") { _ in Dog() }
    container.register(Dog.self) { _, name in Dog(name) }
    #expect(try container.require(Dog.self, name: "Hachi").name == "Hachi")
    #expect(try container.require(Dog.self, argument: "Rex").name == "Rex")
    #expect(try container.require(Dog.self, arguments: "Rex").name == "Rex")
    let inferred: Dog = try container.require(name: "Hachi")
    #expect(inferred.name == "Hachi")
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
    container.register(Animal.self) { _ in Dog() }
    container.register(Dog.self, name: "pet") { _ in Dog("Rex") }
    container.register(Dog.self) { _, name in Dog(name) }
    container.register(Dog.self) { _, name, number in Dog(name + String(number as Int)) }
    let animal: any Animal = container.resolve()
    let named: Dog = container.resolve(name: "pet")
    let one: Dog = container.resolve(argument: "Mimi")
    let two: Dog = container.resolve(arguments: "Mimi", 2)
    #expect([animal.name, named.name, one.name, two.name] == ["Hachi", "Rex", "Mimi", "Mimi2"])
  }

  @Test func `a resolver resolves in all ways that a container does`() throws {
    container.register(Dog.self) { _ in Dog() }
    container.register(Dog.self, name: "pet") { _, name in Dog(name) }
    container.register(Dog.self) { _, name, number in Dog(name + String(number as Int)) }
    let resolver: any Resolver = container
    let inferred: Dog = resolver.resolve()
    #expect(inferred.name == "Hachi")
    #expect(resolver.resolve(Dog.self)?.name == "Hachi")
    #expect(resolver.resolve(Dog.self, name: "pet", argument: "Rex")?.name == "Rex")
    #expect(resolver.resolve(Dog.self, arguments: "Rex", 2)?.name == "Rex2")
    #expect(try resolver.require(Dog.self, name: "pet", argument: "Rex").name == "Rex")
    #expect(resolver.resolveAll(Dog.self).map(\.name) == ["Hachi"])
  }

  @Test func `factories and completions receive a resolver of the container`() {
    let completed = Recorder<String>()
    container.register(Dog.self) { _ in Dog() }
    container.register(Kennel.self) { r in Kennel(r.resolve(Dog.self)!, r.resolve()) }
      .initCompleted { r, _ in completed.add(r.resolve(Dog.self)!.name) }
    #expect(container.resolve(Kennel.self)?.dogs.map(\.name) == ["Hachi", "Hachi"])
    #expect(completed.all == ["Hachi"])
  }

  @Test func `the own type of a container is registered like any other`() {
    container.register(Container.self) { r in r as! Container }
    #expect(container.resolve(Container.self) === container)
  }
}
