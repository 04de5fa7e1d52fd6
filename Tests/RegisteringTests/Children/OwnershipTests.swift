import Facet
import FacetTestSupport
import Testing

private final class Engine: Sendable {
  let owner: String
  init(_ owner: String) { self.owner = owner }
}
private final class Car: Sendable {
  let engine: Engine
  init(_ engine: Engine) { self.engine = engine }
}
private final class Garage: Sendable {
  let car: Car
  let engine: Engine
  init(_ car: Car, _ engine: Engine) {
    self.car = car
    self.engine = engine
  }
}

/// What outlives the cycle is built by the container that owns its record, everything else by the one that was asked.
@Suite(.timeLimit(.minutes(20))) struct OwnershipTests {
  private let parent = Container()
  private let child: Container
  private let car: ServiceEntry<Car>

  init() {
    child = Container(parent: parent)
    parent.register(Engine.self) { _ in Engine("parent") }
    child.register(Engine.self) { _ in Engine("child") }
    car = parent.register(Car.self) { r in Car(r.resolve()) }
  }

  static let lasting: [ObjectScope] = [
    .container, .weak, ObjectScope(storageFactory: PermanentStorage.init, description: "custom"),
  ]
  static let passing: [ObjectScope] = [.transient, .graph]

  @Test(arguments: lasting) func `a lasting service is built by its owner`(scope: ObjectScope) throws {
    car.inObjectScope(scope)
    let first = try child.require(Car.self)
    #expect(first.engine.owner == "parent")
    #expect(try parent.require(Car.self) === first)
  }

  @Test(arguments: passing) func `a passing service is built by who was asked`(scope: ObjectScope) throws {
    car.inObjectScope(scope)
    #expect(try child.require(Car.self).engine.owner == "child")
    #expect(try parent.require(Car.self).engine.owner == "parent")
  }

  @Test(arguments: lasting) func `a lasting service receives its owner as resolver`(scope: ObjectScope) throws
  {
    let resolvers = Recorder<ObjectIdentifier>()
    parent.register(Car.self, name: "noted") { r in
      resolvers.add(ObjectIdentifier(r as AnyObject))
      return Car(r.resolve())
    }
    .initCompleted { r, _ in resolvers.add(ObjectIdentifier(r as AnyObject)) }.inObjectScope(scope)
    _ = try child.require(Car.self, name: "noted")
    #expect(resolvers.all == [ObjectIdentifier(parent), ObjectIdentifier(parent)])
  }

  @Test(arguments: passing) func `a passing service receives who was asked as resolver`(scope: ObjectScope)
    throws
  {
    let resolvers = Recorder<ObjectIdentifier>()
    parent.register(Car.self, name: "noted") { r in
      resolvers.add(ObjectIdentifier(r as AnyObject))
      return Car(r.resolve())
    }
    .initCompleted { r, _ in resolvers.add(ObjectIdentifier(r as AnyObject)) }.inObjectScope(scope)
    _ = try child.require(Car.self, name: "noted")
    #expect(resolvers.all == [ObjectIdentifier(child), ObjectIdentifier(child)])
  }

  @Test(arguments: lasting) func `what a lasting service needs is its owner's, however deep`(
    scope: ObjectScope
  ) throws {
    parent.register(Garage.self) { r in Garage(r.resolve(), r.resolve()) }.inObjectScope(scope)
    let grandchild = Container(parent: child)
    let garage = try grandchild.require(Garage.self)
    #expect(garage.engine.owner == "parent")
    #expect(garage.car.engine.owner == "parent")
    #expect(garage.car.engine === garage.engine)
  }

  @Test func `a passing service of the child holds a lasting one of the parent`() throws {
    car.inObjectScope(.container)
    child.register(Garage.self) { r in Garage(r.resolve(), r.resolve()) }
    let garage = try child.require(Garage.self)
    #expect(garage.engine.owner == "child")
    #expect(garage.car.engine.owner == "parent")
  }

  @Test(arguments: [true, false])
  func `in one cycle the owner's instances and the child's stay apart`(isLastingFirst: Bool) throws {
    parent.register(Car.self, name: "lasting") { r in Car(r.resolve(Car.self)!.engine) }.inObjectScope(
      .container)
    child.register(Garage.self) { r in
      guard isLastingFirst else {
        let passing = r.resolve(Car.self)!
        return Garage(r.resolve(Car.self, name: "lasting")!, passing.engine)
      }
      let lasting = r.resolve(Car.self, name: "lasting")!
      return Garage(lasting, r.resolve(Car.self)!.engine)
    }
    let garage = try child.require(Garage.self)
    #expect(garage.car.engine.owner == "parent")
    #expect(garage.engine.owner == "child")
  }

  @Test func `a forward of the child to a lasting record is built by the owner`() throws {
    let entry = car.inObjectScope(.container)
    child.forward(AnyObject.self, to: entry)
    #expect((child.resolve(AnyObject.self) as? Car)?.engine.owner == "parent")
  }

  @Test func `a forward of the child to a passing record is built by the child`() {
    child.forward(AnyObject.self, to: car)
    #expect((child.resolve(AnyObject.self) as? Car)?.engine.owner == "child")
  }

  @Test func `a lazy service within a lasting one resolves from the owner`() throws {
    final class Holder {
      let lazy: Lazy<Engine>
      let provider: Provider<Engine>
      init(_ lazy: Lazy<Engine>, _ provider: Provider<Engine>) {
        self.lazy = lazy
        self.provider = provider
      }
    }
    let entry = parent.register(Holder.self) { r in Holder(r.resolve(), r.resolve()) }.inObjectScope(
      .container)
    #expect(try child.require(Holder.self).lazy.instance.owner == "parent")
    #expect(try child.require(Holder.self).provider.instance.owner == "parent")
    entry.inObjectScope(.graph)
    #expect(try child.require(Holder.self).lazy.instance.owner == "child")
    #expect(try child.require(Holder.self).provider.instance.owner == "child")
  }

  @Test func `a lasting service outlives the child that asked first`() throws {
    car.inObjectScope(.container)
    var short: Container? = Container(parent: parent)
    short?.register(Engine.self) { _ in Engine("short") }
    weak let gone = short
    let first = try #require(short?.resolve(Car.self))
    short = nil
    #expect(gone == nil)
    #expect(try parent.require(Car.self) === first)
    #expect(first.engine.owner == "parent")
  }

  @Test func `a change of scope changes who builds`() throws {
    #expect(try child.require(Car.self).engine.owner == "child")
    car.inObjectScope(.container)
    #expect(try child.require(Car.self).engine.owner == "parent")
    car.inObjectScope(.transient)
    #expect(try child.require(Car.self).engine.owner == "child")
  }

  @Test func `a missing dependency of a lasting service is not taken from the child`() {
    final class Horn {}
    parent.register(Car.self, fileID: "Parent.swift", line: 1) { r in
      _ = try r.require(Horn.self)
      return Car(r.resolve())
    }.inObjectScope(.container)
    child.register(Horn.self, fileID: "Child.swift", line: 3) { _ in Horn() }
    let error = #expect(throws: ResolutionError.self) { try child.require(Car.self) }
    #expect(
      error?.description == """
        No registration matches 'Horn'.

          Path:    Car → Horn
          Place:   'Car'   registered at Parent.swift:1
          Near:    'Horn'   registered in a child container at Child.swift:3

        To fix this, do one of:
          • Register 'Car' in the child container too: its own container builds it, and cannot see the child's 'Horn'.
          • Give 'Car' the scope .scoped, so that each container that is asked builds its own.
        """)
  }

  @Test func `a lasting service gets nothing that asks a child later`() throws {
    final class Driver: Sendable {
      let car: Lazy<Engine>
      let next: Provider<Engine>
      init(_ car: Lazy<Engine>, _ next: Provider<Engine>) { (self.car, self.next) = (car, next) }
    }
    final class Depot: Sendable {
      let driver: Driver
      init(_ driver: Driver) { self.driver = driver }
    }
    final class Town: Sendable {
      let (driver, depot): (Driver, Depot)
      init(_ driver: Driver, _ depot: Depot) { (self.driver, self.depot) = (driver, depot) }
    }
    parent.register(Driver.self) { r in Driver(try r.require(), try r.require()) }
    parent.register(Depot.self) { r in Depot(try r.require()) }.inObjectScope(.container)
    child.register(Town.self) { r in Town(try r.require(), try r.require()) }
    let town = try child.require(Town.self)
    #expect(town.driver.car.instance.owner == "child")
    #expect(town.depot.driver.car.instance.owner == "parent")
    #expect(town.depot.driver.next.instance.owner == "parent")
  }
}
