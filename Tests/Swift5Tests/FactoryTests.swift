import Facet
import Testing

// Code as it was written for Swift 5: plain classes, captured variables, protocols without `any`.

private protocol Animal {
  var name: String { get }
}

private class Dog: Animal {
  var name: String
  init(name: String = "Hachi") { self.name = name }
}

private class Person {
  var pet: Animal
  init(pet: Animal) { self.pet = pet }
}

private class Settings {
  var prefix = "Mr. "
}

/// Registrations and resolves in the language of Swift 5.
@Suite(.timeLimit(.minutes(20))) struct FactoryTests {
  let container = Container()

  @Test func `a factory captures a plain object`() {
    let settings = Settings()
    container.register(Animal.self) { _ in Dog(name: settings.prefix + "Rex") }
    settings.prefix = "Dr. "
    #expect(container.resolve(Animal.self)?.name == "Dr. Rex")
  }

  @Test func `a factory and a completion capture and change local variables`() {
    var (count, completed) = (0, [String]())
    container.register(Dog.self) { _ -> Dog in
      count += 1
      return Dog(name: "\(count)")
    }.initCompleted { _, dog in completed.append(dog.name) }
    for _ in 1...2 { _ = container.resolve(Dog.self) }
    #expect(count == 2 && completed == ["1", "2"])
  }

  @Test func `decorators of a key and of a type capture a plain object`() {
    let settings = Settings()
    container.register(Dog.self) { _ in Dog() }
    container.decorate(Dog.self) { _, dog in Dog(name: settings.prefix + dog.name) }
    container.decorateAll(Dog.self) { _, dog in Dog(name: settings.prefix + dog.name) }
    #expect(container.resolve(Dog.self)?.name == "Mr. Mr. Hachi")
  }

  @Test func `a factory takes the resolver without any, or captures the container itself`() {
    let container = self.container
    container.register(Animal.self) { _, name in Dog(name: name) }
    container.register(Person.self) { (r: Resolver, name: String) in
      Person(pet: r.resolve(Animal.self, argument: name)!)
    }
    container.register(Person.self) { [unowned container] _ in
      Person(pet: container.resolve(Animal.self, argument: "Hachi")!)
    }
    let people = [container.resolve(Person.self, argument: "Rex"), container.resolve(Person.self)]
    #expect(people.map { $0?.pet.name } == ["Rex", "Hachi"])
  }

  @Test func `types are forwarded, by type and by closure`() {
    let tag = Settings()
    container.register(Dog.self) { _ in Dog() }
      .implements(Animal.self)
      .implements(Animal.self, name: "checked") { dog in
        dog.name = tag.prefix + dog.name
        return dog
      }
      .inObjectScope(.container)
    #expect(container.resolve(Animal.self) as? Dog === container.resolve(Dog.self))
    #expect(container.resolve(Animal.self, name: "checked")?.name == "Mr. Hachi")
  }

  @Test func `plain objects are arguments`() {
    container.register(Person.self) { _, dog in Person(pet: dog as Dog) }
    let dog = Dog(name: "argument")
    #expect(container.resolve(Person.self, argument: dog)?.pet as? Dog === dog)
  }

  @Test func `the failure handler captures a local variable`() {
    var reasons: [String] = []
    container.failureHandler = { reasons.append($0.key.description) }
    #expect(container.resolve(Dog.self) == nil)
    #expect(reasons == ["'Dog'"])
  }

  @Test func `a custom scope captures a plain object`() {
    final class Storage: InstanceStorage {
      var instance: Any?
    }
    let storage = Storage()
    let scope = ObjectScope(storageFactory: { storage }, description: "session")
    container.register(Dog.self) { _ in Dog() }.inObjectScope(scope)
    #expect(container.resolve(Dog.self) === storage.instance as? Dog)
  }

  @Test func `a completion may throw, whatever it captures`() {
    struct Shy: Error {}
    let settings = Settings()
    container.register(Dog.self) { _ in Dog() }
      .initCompleted { r, dog in
        if settings.prefix.isEmpty { throw Shy() }
        dog.name = settings.prefix + dog.name
      }
      .resolveProperties { _, dog in if dog.name.isEmpty { throw Shy() } }
    #expect(container.resolve(Dog.self)?.name == "Mr. Hachi")
    settings.prefix = ""
    #expect(throws: ResolutionError.self) { try container.require(Dog.self) }
  }
}

/// Types that only the run time knows, as Swinject takes them.
@Suite(.timeLimit(.minutes(20))) struct TypesOfTheRunTimeTests {
  @Test func `a scope is reset for types in a list`() {
    let container = Container()
    container.register(Ticket.self) { _ in Ticket() }.inObjectScope(.container)
    let first = container.resolve(Ticket.self)
    let types: [Any.Type] = [Ticket.self, String.self]
    for type in types { container.resetObjectScope(ObjectScope.container, serviceType: type) }
    #expect(container.resolve(Ticket.self) !== first)
  }

  private class Ticket {}
}
