import Facet
import FacetTestSupport
import Testing

private final class Engine: Sendable {
  let owner: String
  init(_ owner: String) { self.owner = owner }
}
private final class Car: Sendable {
  let engine: Engine
  let lazy: Lazy<Engine>
  let provider: Provider<Engine>
  init(_ engine: Engine, _ lazy: Lazy<Engine>, _ provider: Provider<Engine>) {
    (self.engine, self.lazy, self.provider) = (engine, lazy, provider)
  }
  /// Who built what it has, and what it gets later.
  var owners: [String] { [engine, lazy.instance, provider.instance].map(\.owner) }
}
private final class Garage: Sendable {
  let car: Car
  let engine: Engine
  init(_ car: Car, _ engine: Engine) { (self.car, self.engine) = (car, engine) }
}

/// What outlives the cycle is built by the container that owns its record, everything else by the one that was asked.
@Suite(.timeLimit(.minutes(20))) struct OwnershipTests {
  private let parent = Container()
  private let child: Container
  private let car: ServiceEntry<Car>
  private let resolvers = Recorder<ObjectIdentifier>()

  init() {
    child = Container(parent: parent)
    parent.register(Engine.self) { _ in Engine("parent") }
    child.register(Engine.self) { _ in Engine("child") }
    car = parent.register(Car.self) { [resolvers] r in
      resolvers.add(ObjectIdentifier(r as AnyObject))
      return Car(r.resolve(), r.resolve(), r.resolve())
    }
    .initCompleted { [resolvers] r, _ in resolvers.add(ObjectIdentifier(r as AnyObject)) }
  }

  static let lasting: [ObjectScope] = [.container, .weak, .session]

  @Test(arguments: lasting) func `a lasting service is built by its owner, with what that gives it later`(
    scope: ObjectScope
  ) throws {
    car.inObjectScope(scope)
    let first = try child.require(Car.self)
    #expect(first.owners == ["parent", "parent", "parent"])
    for asked in [parent, Container(parent: child)] { #expect(try asked.require(Car.self) === first) }
    #expect(resolvers.all == [ObjectIdentifier(parent), ObjectIdentifier(parent)])
  }

  @Test(arguments: [ObjectScope.transient, .graph])
  func `a passing service is built by who was asked, with what it gets later`(scope: ObjectScope) throws {
    car.inObjectScope(scope)
    #expect(try child.require(Car.self).owners == ["child", "child", "child"])
    #expect(resolvers.all == [ObjectIdentifier(child), ObjectIdentifier(child)])
    #expect(try parent.require(Car.self).owners == ["parent", "parent", "parent"])
  }

  @Test(arguments: lasting) func `what a lasting service needs is its owner's, however deep`(
    scope: ObjectScope
  ) throws {
    parent.register(Garage.self) { r in Garage(r.resolve(), r.resolve()) }.inObjectScope(scope)
    let garage = try Container(parent: child).require(Garage.self)
    #expect(garage.engine.owner == "parent")
    #expect(garage.car.owners == ["parent", "parent", "parent"])
    #expect(garage.car.engine === garage.engine)
  }

  @Test(arguments: [true, false])
  func `in one cycle the owner's instances and the child's stay apart`(isLastingFirst: Bool) throws {
    parent.register(Garage.self) { r in Garage(r.resolve(), r.resolve()) }.inObjectScope(.container)
    child.register([Car].self) { r in
      let first = isLastingFirst ? try r.require(Garage.self).car : try r.require(Car.self)
      return [first, try r.require(Garage.self).car, try r.require(Car.self)]
    }
    let cars = try child.require([Car].self)
    #expect(cars[1].owners == ["parent", "parent", "parent"])
    #expect(cars[2].owners == ["child", "child", "child"])
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

  @Test(arguments: [false, true])
  func `a change of scope changes who builds, also under a forward of the child`(isForwarded: Bool) throws {
    child.forward(AnyObject.self, to: car)
    let owners = try [ObjectScope.graph, .container, .transient].map { scope in
      car.inObjectScope(scope)
      let found = isForwarded ? try child.require(AnyObject.self) as? Car : try child.require(Car.self)
      return found?.engine.owner
    }
    #expect(owners == ["child", "parent", "child"])
  }
}
