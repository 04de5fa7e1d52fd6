import Facet
import FacetTestSupport
import Testing

private protocol Animal: AnyObject {}
private protocol Carnivore: AnyObject {}
private protocol Domesticated: AnyObject {}
private final class Dog: Animal, Carnivore, Domesticated {}
private final class Farm {
  let animal: any Animal
  let carnivore: any Carnivore
  let domesticated: any Domesticated
  init(_ animal: any Animal, _ carnivore: any Carnivore, _ domesticated: any Domesticated) {
    self.animal = animal
    self.carnivore = carnivore
    self.domesticated = domesticated
  }
  var isShared: Bool { animal === carnivore && carnivore === domesticated }
}

/// A forwarded key points at the same record: scope, instance and completions are one.
@Suite(.timeLimit(.minutes(20))) struct ForwardSharingTests {
  private let container = Container()
  private let completions = Counter()

  /// Resolves all three protocols within one cycle.
  private func farm() throws -> Farm {
    container.register(Farm.self) { r in
      Farm(r.resolve(Animal.self)!, r.resolve(Carnivore.self)!, r.resolve(Domesticated.self)!)
    }
    return try #require(container.resolve(Farm.self))
  }

  private func register() -> ServiceEntry<any Animal> {
    container.register(Animal.self) { _ in Dog() }.implements(Carnivore.self, Domesticated.self)
  }

  @Test func `keys of a graph-scoped record share one instance in a cycle`() throws {
    _ = register()
    #expect(try farm().isShared)
    #expect(container.resolve(Animal.self) !== container.resolve(Carnivore.self))
  }

  @Test func `keys of a transient record share nothing`() throws {
    register().inObjectScope(.transient)
    let farm = try farm()
    #expect(farm.animal !== farm.carnivore)
    #expect(farm.carnivore !== farm.domesticated)
  }

  @Test func `keys of a container-scoped record share one instance`() throws {
    register().inObjectScope(.container)
    let animal = try #require(container.resolve(Animal.self))
    #expect(container.resolve(Carnivore.self) === animal)
    #expect(container.resolve(Domesticated.self) === animal)
    #expect(try farm().carnivore === animal)
  }

  @Test func `keys of a weak record share one instance as long as somebody holds it`() throws {
    let built = Counter()
    container.register(Animal.self) { _ in
      built.next()
      return Dog()
    }
    .implements(Carnivore.self, Domesticated.self).inObjectScope(.weak)
    var carnivore = container.resolve(Carnivore.self)
    #expect(container.resolve(Animal.self) === carnivore)
    #expect(container.resolve(Domesticated.self) === carnivore)
    #expect(built.value == 1)
    carnivore = nil
    #expect(container.resolve(Domesticated.self) != nil)
    #expect(built.value == 2)
  }

  @Test func `keys of a record in a custom scope share one storage`() throws {
    let scope = ObjectScope(storageFactory: PermanentStorage.init, description: "custom")
    register().inObjectScope(scope)
    let domesticated = try #require(container.resolve(Domesticated.self))
    #expect(container.resolve(Animal.self) === domesticated)
    #expect(container.resolve(Carnivore.self) === domesticated)
  }

  @Test func `a forwarded key may be the first to build the instance`() throws {
    register().inObjectScope(.container)
    let carnivore = try #require(container.resolve(Carnivore.self))
    #expect(container.resolve(Animal.self) === carnivore)
  }

  @Test func `a scope set before the forward applies to it`() throws {
    let entry = container.register(Animal.self) { _ in Dog() }.inObjectScope(.container)
    container.forward(Carnivore.self, to: entry)
    #expect(container.resolve(Carnivore.self) === container.resolve(Animal.self))
  }

  @Test func `a scope set after the forward applies to it`() throws {
    let entry = container.register(Animal.self) { _ in Dog() }
    container.forward(Carnivore.self, to: entry)
    #expect(container.resolve(Carnivore.self) !== container.resolve(Carnivore.self))
    entry.inObjectScope(.container)
    #expect(container.resolve(Carnivore.self) === container.resolve(Animal.self))
  }

  @Test func `initCompleted set before the forward runs for it`() {
    container.register(Animal.self) { _ in Dog() }
      .initCompleted { [completions] _, _ in completions.next() }
      .implements(Carnivore.self)
    _ = container.resolve(Carnivore.self)
    #expect(completions.value == 1)
  }

  @Test func `initCompleted set after the forward runs for it`() {
    register().initCompleted { [completions] _, _ in completions.next() }
    _ = container.resolve(Carnivore.self)
    #expect(completions.value == 1)
  }

  @Test func `initCompleted runs once for the instance of a cycle, whichever key asks`() throws {
    register().initCompleted { [completions] _, _ in completions.next() }
    _ = try farm()
    #expect(completions.value == 1)
  }

  @Test func `initCompleted runs once for a container-scoped instance, whichever key asks`() throws {
    register().inObjectScope(.container).initCompleted { [completions] _, _ in completions.next() }
    _ = container.resolve(Domesticated.self)
    _ = container.resolve(Animal.self)
    _ = try farm()
    #expect(completions.value == 1)
  }

  @Test func `initCompleted receives the instance that the forwarded key gives`() throws {
    let completed = Recorder<ObjectIdentifier>()
    register().initCompleted { completed.add(ObjectIdentifier($1)) }
    let carnivore = try #require(container.resolve(Carnivore.self))
    #expect(completed.all == [ObjectIdentifier(carnivore)])
  }

  @Test func `keys share one instance for each argument within a cycle`() throws {
    final class Tag: Animal, Carnivore {
      let text: String
      init(text: String) { self.text = text }
    }
    container.register(Animal.self) { _, text in Tag(text: text) }.implements(Carnivore.self)
    container.register(Bool.self) { r in
      let animal = r.resolve(Animal.self, argument: "a")!
      return animal === r.resolve(Carnivore.self, argument: "a")!
        && animal !== r.resolve(Carnivore.self, argument: "b")!
    }
    #expect(container.resolve(Bool.self) == true)
  }

  @Test func `many types and many chained forwards share the instance`() throws {
    container.register(Dog.self) { _ in Dog() }
      .implements(Animal.self).implements(Carnivore.self).implements(Domesticated.self)
      .implements(AnyObject.self, Any.self, (any Animal & Carnivore).self, Dog?.self)
      .inObjectScope(.container)
    let dog = try #require(container.resolve(Dog.self))
    #expect(container.resolve(Animal.self) === dog)
    #expect(container.resolve(Carnivore.self) === dog)
    #expect(container.resolve(Domesticated.self) === dog)
    #expect(container.resolve(AnyObject.self) === dog)
    #expect(container.resolve(Any.self) as? Dog === dog)
    #expect(container.resolve((any Animal & Carnivore).self) === dog)
    #expect(container.resolve(Dog?.self) == .some(.some(dog)))
  }
}

extension Dog: Equatable {
  static func == (left: Dog, right: Dog) -> Bool { left === right }
}
