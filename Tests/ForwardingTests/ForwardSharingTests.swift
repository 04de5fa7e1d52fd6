import Facet
import FacetTestSupport
import Testing

private final class Farm {
  let animals: [AnyObject?]
  init(_ animals: [AnyObject?]) { self.animals = animals }
  var isShared: Bool { animals.allSatisfy { $0 != nil && $0 === animals[0] } }
}

/// A forwarded key points at the same record: scope, instance and completions are one.
@Suite(.timeLimit(.minutes(20))) struct ForwardSharingTests {
  private let container = Container()
  private let completed = Recorder<ObjectIdentifier>()

  init() {
    container.register(Farm.self) { r in
      Farm([r.resolve(Carnivore.self), r.resolve(Animal.self), r.resolve(Domesticated.self)])
    }
  }

  private func register() -> ServiceEntry<any Animal> {
    container.register(Animal.self) { _ in Dog() }.implements(Carnivore.self, Domesticated.self)
  }

  static let scopes: [(scope: ObjectScope, inCycle: Bool, beyond: Bool)] = [
    (.transient, false, false), (.graph, true, false), (.container, true, true), (.weak, true, true),
    (.session, true, true),
  ]

  @Test(arguments: scopes) func `keys share the instance of their record as its scope says`(
    scope: ObjectScope, inCycle: Bool, beyond: Bool
  ) throws {
    register().inObjectScope(scope)
    let farm = try container.require(Farm.self)
    #expect(farm.isShared == inCycle)
    #expect((container.resolve(Domesticated.self) === farm.animals[0]) == beyond)
    #expect((container.resolve(Animal.self) === container.resolve(Carnivore.self)) == beyond)
  }

  @Test func `keys of a weak record build again when nobody holds the instance`() {
    register().inObjectScope(.weak).initCompleted { [completed] in completed.add(ObjectIdentifier($1)) }
    for key in 1...2 {
      #expect(container.resolve(Carnivore.self) != nil)
      #expect(completed.all.count == key)
    }
  }

  @Test func `a scope applies to a forward, whether it is set before or after`() throws {
    let entry = container.register(Animal.self) { _ in Dog() }.inObjectScope(.container)
    container.forward(Carnivore.self, to: entry)
    #expect(container.resolve(Carnivore.self) === container.resolve(Animal.self))
    entry.inObjectScope(.transient)
    #expect(container.resolve(Carnivore.self) !== container.resolve(Carnivore.self))
  }

  @Test(arguments: [true, false])
  func `initCompleted runs for a forward with its instance, set before or after`(isBefore: Bool) throws {
    let entry = container.register(Animal.self) { _ in Dog() }
    if !isBefore { entry.implements(Carnivore.self) }
    entry.initCompleted { [completed] in completed.add(ObjectIdentifier($1)) }
    if isBefore { entry.implements(Carnivore.self) }
    let carnivore = try #require(container.resolve(Carnivore.self))
    #expect(completed.all == [ObjectIdentifier(carnivore)])
  }

  @Test(arguments: [ObjectScope.graph, .container])
  func `initCompleted runs once for an instance, whichever keys ask`(scope: ObjectScope) throws {
    register().inObjectScope(scope).initCompleted { [completed] in completed.add(ObjectIdentifier($1)) }
    let farm = try container.require(Farm.self)
    #expect(completed.all == [ObjectIdentifier(farm.animals[0]!)])
  }

  @Test func `keys share one instance for each argument within a cycle`() throws {
    container.register(Animal.self) { _, name in Dog(name) }.implements(Carnivore.self)
    container.register(Farm.self) { r in
      Farm([
        r.resolve(Animal.self, argument: "a"), r.resolve(Carnivore.self, argument: "a"),
        r.resolve(Carnivore.self, argument: "b"),
      ])
    }
    let animals = try container.require(Farm.self).animals
    #expect(animals[0] === animals[1])
    #expect(animals[0] !== animals[2])
  }

  @Test func `many types and many chained forwards share the instance`() throws {
    container.register(Dog.self) { _ in Dog() }
      .implements(Animal.self).implements(Carnivore.self).implements(Domesticated.self)
      .implements(AnyObject.self, Any.self, (any Animal & Carnivore).self, Dog?.self)
      .inObjectScope(.container)
    let farm = try container.require(Farm.self)
    let others: [AnyObject?] = [
      container.resolve(Dog.self), container.resolve(AnyObject.self), container.resolve(Any.self) as? Dog,
      container.resolve((any Animal & Carnivore).self), container.resolve(Dog?.self) ?? nil,
    ]
    #expect(farm.isShared)
    #expect(others.allSatisfy { $0 === farm.animals[0] })
  }
}
