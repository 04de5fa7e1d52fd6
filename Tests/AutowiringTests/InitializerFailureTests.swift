import Facet
import FacetTestSupport
import Testing

private final class Owner {}
private final class Clock {}
private protocol Animal: AnyObject {}
private final class Dog: Animal {
  init(owner: Owner, clock: Clock?, days: Lazy<Clock>) {}
}
private final class House {
  let dog: any Animal
  init(dog: any Animal) { self.dog = dog }
}
private struct Wide {
  let row = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
  let owner: Owner
}

/// What an initializer cannot get, or does, is a failure as every other.
@Suite(.timeLimit(.minutes(20))) struct InitializerFailureTests {
  private let container = Container()

  @Test func `a missing service names the initializer that needs it`() {
    container.register(Owner.self, name: "of a house", fileID: "Street/Houses.swift", line: 5) { Owner() }
    container.autoregister(Dog.self, fileID: "Street/Dogs.swift", line: 1, initializer: Dog.init)
    let error = #expect(throws: ResolutionError.self) { try container.require(Dog.self) }
    #expect(
      error?.description == """
        No registration matches 'Owner'.

          Path:        Dog → Owner
          Needed by:   Dog.init(Owner, Optional<Clock>, Lazy<Clock>)
          Place:       'Dog'   registered at Street/Dogs.swift:1
          Near:        'Owner' named "of a house"   registered at Street/Houses.swift:5

        To fix this, do one of:
          • Ask for the name of a registration above.
          • Register it: container.register(Owner.self) { resolver in … }
        """)
  }

  @Test func `a missing wrapper names what it would wrap, on the whole path, and the protocol`() {
    container.register(Owner.self) { Owner() }
    container.autoregister(Animal.self, fileID: "Street/Dogs.swift", line: 1, initializer: Dog.init)
    container.autoregister(House.self, fileID: "Street/Houses.swift", line: 2, initializer: House.init)
    let error = #expect(throws: ResolutionError.self) { try container.require(House.self) }
    #expect(
      error?.description == """
        No registration matches 'Clock'.

          Path:        House → Animal → Clock
          Needed by:   init(Owner, Optional<Clock>, Lazy<Clock>) as Animal
          Places:      'House'    registered at Street/Houses.swift:2
                       'Animal'   registered at Street/Dogs.swift:1

        To fix this, do one of:
          • Register it: container.register(Clock.self) { resolver in … }
        """)
  }

  @Test func `a failure of a factory has no initializer`() {
    container.register(House.self) { r in House(dog: try r.require()) }
    let error = #expect(throws: ResolutionError.self) { try container.require(House.self) }
    #expect(error?.description.contains("Needed by:") == false)
  }

  @Test func `what an initializer throws is the reason of the failure`() {
    struct Locked: Error {}
    final class Safe {
      init(owner: Owner) throws { throw Locked() }
    }
    container.register(Owner.self) { Owner() }
    container.autoregister(Safe.self, initializer: Safe.init)
    let error = #expect(throws: ResolutionError.self) { try container.require(Safe.self) }
    #expect(error?.code == .factoryFailed)
    #expect(error?.underlyingError is Locked)
  }

  @Test func `initializers that need one another are a loop with its path`() {
    final class Hen {
      init(egg: Egg) {}
    }
    final class Egg {
      init(hen: Hen) {}
    }
    // The loop is what is tested: facet:ignore
    container.autoregister(Hen.self, initializer: Hen.init)
    container.autoregister(Egg.self, initializer: Egg.init)
    let error = #expect(throws: ResolutionError.self) { try container.require(Hen.self) }
    #expect(error?.code == .loop)
    #expect(error?.pathInWords == ["'Hen'", "'Egg'", "'Hen'"])
  }

  @Test func `what was filled before a failure is released, and so is everything after a success`()
    async throws
  {
    struct Locked: Error {}
    final class Safe: Sendable {
      init(owner: Owner, wide: Wide, clock: Clock, number: Int) throws { if number > 0 { throw Locked() } }
    }
    let owners = Recorder<Weak>()
    container.register(Owner.self) { _ -> Owner in
      let owner = Owner()
      owners.add(Weak(owner))
      return owner
    }.inObjectScope(.transient)
    container.autoregister(Wide.self, initializer: { (owner: Owner) in Wide(owner: owner) })
    container.autoregister(Safe.self, argument: Int.self, initializer: Safe.init)
    #expect(throws: ResolutionError.self) { try container.require(Safe.self, argument: 0) }
    container.register(Clock.self) { Clock() }
    #expect(throws: ResolutionError.self) { try container.require(Safe.self, argument: 1) }
    _ = try container.require(Safe.self, argument: 0)
    #expect(owners.all.count == 6)
    for weak in owners.all { #expect(await isReleased { weak.object }) }
  }

  @Test func `an initializer may resolve, register, reset and remove`() throws {
    final class Restless {
      let (given, resolved): (Owner, Owner)
      init(given: Owner, container: Container) throws {
        container.register(Clock.self) { Clock() }
        resolved = try container.require(Owner.self)
        container.resetObjectScope(.container)
        container.autoregister(Restless.self, initializer: Restless.init)
        container.removeAll()
        self.given = given
      }
    }
    let container = container
    container.register(Container.self) { [unowned container] in container }
    container.autoregister(Owner.self, initializer: Owner.init)
    container.autoregister(Restless.self, initializer: Restless.init)
    let restless = try container.require(Restless.self)
    #expect(restless.given === restless.resolved)
    #expect(container.description == "[\n]")
  }
}

private final class Weak: @unchecked Sendable {
  weak var object: AnyObject?
  init(_ object: AnyObject) { self.object = object }
}
