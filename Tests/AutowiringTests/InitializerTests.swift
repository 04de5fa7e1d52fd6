import Facet
import FacetTestSupport
import Testing

private protocol Animal: AnyObject {}
private protocol Carnivore: AnyObject {}
private final class Dog: Animal, Carnivore {
  let owner: Owner?
  init(owner: Owner?) { self.owner = owner }
}
private final class Owner {}
private final class Clock {
  let zone: String
  init(zone: String = "UTC") { self.zone = zone }
}
private final class House {
  let (animal, owner, clock): (any Animal, Owner, Clock?)
  init(animal: any Animal, owner: Owner, clock: Clock?) {
    (self.animal, self.owner, self.clock) = (animal, owner, clock)
  }
  init(animal: any Animal, owner: Owner) { (self.animal, self.owner, clock) = (animal, owner, nil) }
}
private struct Plan {
  let steps: [String]
  let owner: Owner
  let budget: (low: Int, high: Int)
  let isFinal: Bool
}
private struct Shelf {
  let lazy: Lazy<Owner>
  let provider: Provider<Owner>
  let nested: Provider<Lazy<Owner>?>
}
private struct Kennel {
  let animals: [any Animal]
  let clocks: [Clock]
}
private struct Register {
  let animals: [String: any Animal]
  let clocks: [String: Lazy<Clock>]
  let prices: [Int: String]?
}
private struct Rack {
  let providers: [Provider<any Animal>]
  let lazies: [AsyncLazy<Clock>]
  let numbered: [Provider<Clock, Int>]
}

/// A service registered by an initializer: its parameters are resolved by their types.
@Suite(.timeLimit(.minutes(20))) struct InitializerTests {
  private let container = Container()

  @Test
  func `parameters get what is registered for their types, the type is inferred, and optionals are nil`()
    throws
  {
    let failures = Recorder.failures(of: container)
    container.autoregister(name: "pet", initializer: Dog.init)
    #expect(try container.require(Dog.self, name: "pet").owner == nil)
    container.autoregister(initializer: Owner.init)
    container.autoregister(Animal.self, initializer: Dog.init)
    container.register(Clock.self) { Clock() }
    container.autoregister(House.self, initializer: House.init(animal:owner:clock:))
    let house = try container.require(House.self)
    // Parameters are a part of the cycle.
    #expect((house.animal as? Dog)?.owner === house.owner && house.clock?.zone == "UTC")
    #expect(failures.all.isEmpty)
  }

  @Test func `values of every size and kind are passed`() throws {
    container.register(Owner.self) { Owner() }
    container.register([String].self) { ["dig", "build"] }
    container.register((low: Int, high: Int).self) { (low: 3, high: 5) }
    container.register(Bool.self) { true }
    container.autoregister(Plan.self, initializer: Plan.init)
    let plan = try container.require(Plan.self)
    #expect(plan.steps == ["dig", "build"])
    #expect(plan.budget == (low: 3, high: 5))
    #expect(plan.isFinal)
  }

  @Test func `parameters may be wrappers, also nested`() throws {
    container.register(Owner.self) { Owner() }
    container.autoregister(Shelf.self, initializer: Shelf.init)
    let shelf = try container.require(Shelf.self)
    #expect(shelf.lazy.instance === shelf.lazy.instance)
    #expect(shelf.provider.instance !== shelf.provider.instance)
    #expect(shelf.nested.instance?.instance != nil)
  }

  @Test func `an array gets all services of its element type`() throws {
    container.register(Animal.self, name: "b") { Dog(owner: nil) }
    container.register(Animal.self, name: "a") { Dog(owner: Owner()) }
    container.autoregister(Kennel.self, initializer: Kennel.init)
    let kennel = try container.require(Kennel.self)
    #expect(kennel.animals.map { ($0 as? Dog)?.owner == nil } == [true, false])
    #expect(kennel.clocks.isEmpty)
    // One that is registered itself is taken as it is.
    container.register([any Animal].self) { [] }
    #expect(try container.require(Kennel.self).animals.isEmpty)
  }

  @Test func `an array of wrappers gets one for each service, and builds none`() async throws {
    let builds = Recorder<String>()
    container.register(Animal.self, name: "b") { _ in
      builds.add("b")
      return Dog(owner: nil)
    }
    container.register(Animal.self, name: "a") { _ in
      builds.add("a")
      return Dog(owner: Owner())
    }
    container.register(Clock.self, name: "Rome") { _ async in
      builds.add("Rome")
      return Clock(zone: "Rome")
    }
    container.register(Clock.self) { _ in Clock() }
    container.register(Clock.self) { (_, hours: Int) in Clock(zone: "UTC+\(hours)") }
    container.register(Clock.self, name: "Lima") { (_, hours: Int) in Clock(zone: "Lima+\(hours)") }
    container.autoregister(Rack.self, initializer: Rack.init)
    let rack = try container.require(Rack.self)
    #expect(builds.all == [])
    // In the order of their registration.
    #expect(try rack.providers.map { (try $0.require() as? Dog)?.owner == nil } == [true, false])
    let provider = try #require(rack.providers.first)
    #expect(try provider.require() !== provider.require())
    #expect(builds.all == ["b", "a", "b", "b"])
    #expect(rack.lazies.count == 2)
    for (lazy, zone) in zip(rack.lazies, ["Rome", "UTC"]) {
      let clock = try await lazy.require()
      #expect(clock.zone == zone)
      #expect(try await lazy.require() === clock)
    }
    #expect(builds.all == ["b", "a", "b", "b", "Rome"])
    #expect(try rack.numbered.map { try $0.require(2).zone } == ["UTC+2", "Lima+2"])
  }

  @Test func `a dictionary by strings gets all services of its element type by their names`() throws {
    container.register(Animal.self, name: "b") { Dog(owner: nil) }
    container.register(Clock.self, name: "kitchen") { Clock() }
    let child = Container(parent: container)
    child.register(Animal.self, name: "a") { Dog(owner: Owner()) }
    child.register(Animal.self) { Dog(owner: nil) }
    child.autoregister(Register.self, initializer: Register.init)
    let register = try child.require(Register.self)
    #expect(register.animals.mapValues { ($0 as? Dog)?.owner == nil } == ["a": false, "b": true])
    #expect(register.clocks.keys.sorted() == ["kitchen"])
    #expect(register.clocks["kitchen"]?.instance != nil)
    // Any other dictionary is a service like all.
    #expect(register.prices == nil)
    child.register([String: any Animal].self) { [:] }
    #expect(try child.require(Register.self).animals.isEmpty)
  }

  @Test func `labels or a closure choose one of several initializers`() throws {
    container.register(Owner.self) { Owner() }
    container.register(Clock.self) { Clock() }
    container.autoregister(Animal.self, initializer: Dog.init)
    container.autoregister(House.self, name: "labels", initializer: House.init(animal:owner:))
    container.autoregister(House.self, name: "closure", initializer: { House(animal: $0, owner: $1) })
    #expect(try container.require(House.self, name: "labels").clock == nil)
    #expect(try container.require(House.self, name: "closure").clock == nil)
  }

  @Test func `scopes, forwards and completions are those of every entry`() throws {
    let completed = Counter()
    container.autoregister(Dog.self, initializer: Dog.init)
      .implements(Animal.self, Carnivore.self)
      .inObjectScope(.container)
      .initCompleted { _, _ in completed.next() }
    let animal = try container.require(Animal.self)
    #expect(try container.require(Carnivore.self) as AnyObject === animal)
    #expect(completed.value == 1)
  }

  @Test func `services that need each other meet in a completion`() throws {
    final class Hen: @unchecked Sendable {
      var egg: Egg?
    }
    final class Egg {
      let hen: Hen
      init(hen: Hen) { self.hen = hen }
    }
    container.autoregister(Hen.self, initializer: Hen.init)
      .initCompleted { r, hen in hen.egg = r.resolve() }
    container.autoregister(Egg.self, initializer: Egg.init)
    let hen = try container.require(Hen.self)
    #expect(hen.egg?.hen === hen)
    hen.egg = nil
  }
}
