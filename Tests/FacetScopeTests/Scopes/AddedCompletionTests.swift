import Facet
import FacetTestSupport
import Testing

private final class Dog: Sendable {}

/// A completion that the running factory adds runs on the instance that it makes, whatever the scope.
@Suite(.timeLimit(.minutes(5))) struct AddedCompletionTests {
  private let container = Container()

  static let scopes: [ObjectScope] = [
    .transient, .graph, .container, .weak,
    ObjectScope(storageFactory: PermanentStorage.init, description: "custom"),
  ]

  @Test(arguments: scopes) func `a completion that the factory adds runs on its instance`(scope: ObjectScope)
    throws
  {
    let (entries, built, completed) = (
      Recorder<ServiceEntry<Dog>>(), Counter(), Recorder<ObjectIdentifier>()
    )
    let entry = container.register(Dog.self) { _ in
      if built.next() == 1 {
        entries.all.first?.initCompleted { _, dog in completed.add(ObjectIdentifier(dog)) }
      }
      return Dog()
    }.inObjectScope(scope)
    entries.add(entry)
    let dog = try container.require(Dog.self)
    #expect(completed.all == [ObjectIdentifier(dog)])
  }

  @Test(arguments: scopes) func `a completion that a dependency adds runs on the instance being built`(
    scope: ObjectScope
  ) throws {
    let (entries, built, completed) = (
      Recorder<ServiceEntry<Dog>>(), Counter(), Recorder<ObjectIdentifier>()
    )
    container.register(Int.self) { _ in
      if built.next() == 1 {
        entries.all.first?.initCompleted { _, dog in completed.add(ObjectIdentifier(dog)) }
      }
      return 7
    }
    let entry = container.register(Dog.self) { r in
      _ = r.resolve(Int.self)
      return Dog()
    }.inObjectScope(scope)
    entries.add(entry)
    let dog = try container.require(Dog.self)
    #expect(completed.all == [ObjectIdentifier(dog)])
  }

  @Test(arguments: [ObjectScope.container, scopes[4]])
  func `a service that lasts is built once beside an added completion`(scope: ObjectScope) throws {
    let (entries, built) = (Recorder<ServiceEntry<Dog>>(), Counter())
    let entry = container.register(Dog.self) { _ in
      built.next()
      entries.all.first?.initCompleted { _, _ in }
      return Dog()
    }.inObjectScope(scope)
    entries.add(entry)
    let dog = try container.require(Dog.self)
    #expect(try container.require(Dog.self) === dog)
    #expect(built.value == 1)
  }

  @Test(arguments: [ObjectScope.container, scopes[4]])
  func `a completion that a completion adds runs on the next instance, or at once, and once at most`(
    scope: ObjectScope
  ) throws {
    let (entries, built, added) = (Recorder<ServiceEntry<Dog>>(), Counter(), Counter())
    let entry = container.register(Dog.self) { _ in
      built.next()
      return Dog()
    }
    .initCompleted { _, _ in entries.all.first?.initCompleted { _, _ in added.next() } }
    .inObjectScope(scope)
    entries.add(entry)
    let dog = try container.require(Dog.self)
    #expect(try container.require(Dog.self) === dog)
    #expect(built.value == 1)
    #expect(added.value <= 1)
  }
}
