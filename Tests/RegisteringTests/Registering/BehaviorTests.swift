import Facet
import FacetTestSupport
import Testing

private protocol Animal {}
private final class Dog: Animal {}

private struct Noting: Behavior {
  let notes = Recorder<String>()
  var prefix = ""
  func container<Type, Service>(
    _ container: Container, didRegisterType type: Type.Type, toService entry: ServiceEntry<Service>,
    withName name: String?
  ) {
    notes.add(
      "\(prefix)\(type) to \(entry.key) as \(name ?? "-"), there: \(container.hasAnyRegistration(of: type, name: name))"
    )
  }
}

/// A behavior is told of every registration and every forward.
@Suite(.timeLimit(.minutes(20))) struct BehaviorTests {
  private let behavior = Noting()

  @Test func `registrations and forwards are told, in order, when they are visible`() {
    let container = Container(behaviors: [behavior])
    let entry = container.register(Dog.self) { _ in Dog() }
    container.forward(Animal.self, name: "pet", to: entry)
    container.register(Int.self, name: "one") { (_, _: String) in 1 }.implements(Any.self)
    container.register { "inferred" }
    #expect(
      behavior.notes.all == [
        "Dog to 'Dog' as -, there: true",
        "Animal to 'Dog' as pet, there: true",
        "Int to 'Int' named \"one\" with arguments (String) as one, there: true",
        "Any to 'Int' named \"one\" with arguments (String) as -, there: true",
        "String to 'String' as -, there: true",
      ])
  }

  @Test func `every form of implements is told`() {
    let container = Container(behaviors: [behavior])
    container.register(Dog.self) { _ in Dog() }
      .implements(Animal.self, AnyObject.self)
      .implements(Animal.self, name: "named")
      .implements(Animal.self, name: "checked") { $0 }
    #expect(
      behavior.notes.all.dropFirst() == [
        "Animal to 'Dog' as -, there: true", "AnyObject to 'Dog' as -, there: true",
        "Animal to 'Dog' as named, there: true", "Animal to 'Dog' as checked, there: true",
      ])
  }

  @Test func `a behavior that is added is told from then on`() {
    let container = Container()
    container.register { 1 }
    container.addBehavior(behavior)
    container.register { "later" }
    #expect(behavior.notes.all == ["String to 'String' as -, there: true"])
  }

  @Test func `several behaviors are told in order`() {
    let container = Container(behaviors: [
      Chained(name: "a", behavior.notes), Chained(name: "b", behavior.notes),
    ])
    container.addBehavior(Chained(name: "c", behavior.notes))
    container.register { 1 }
    #expect(behavior.notes.all == ["a", "b", "c"])
  }

  @Test func `a replaced registration is told again, a removed one is not`() {
    let container = Container(behaviors: [behavior])
    container.register { 1 }
    container.register { 2 }
    container.unregister(Int.self)
    container.removeAll()
    #expect(behavior.notes.all.count == 2)
  }

  @Test func `a child does not share the behaviors of its parent`() {
    let parent = Container(behaviors: [behavior])
    Container(parent: parent).register { 1 }
    #expect(behavior.notes.all.isEmpty)
  }

  @Test func `a behavior may resolve, register and forward`() {
    struct Registering: Behavior {
      let seen: Recorder<Int>
      func container<Type, Service>(
        _ container: Container, didRegisterType type: Type.Type, toService entry: ServiceEntry<Service>,
        withName name: String?
      ) {
        guard type == Int.self, name == nil else { return }
        seen.add(container.resolve(Int.self) ?? -1)
        container.register(Int.self, name: "extra") { _ in 2 }
        container.forward(Any.self, to: entry)
      }
    }
    let seen = Recorder<Int>()
    let container = Container(behaviors: [Registering(seen: seen)])
    container.register { 1 }
    #expect(seen.all == [1])
    #expect(container.resolve(Int.self, name: "extra") == 2)
    #expect(container.resolve(Any.self) as? Int == 1)
  }

  @Test func `a behavior may change the scope of every entry`() {
    struct Shared: Behavior {
      func container<Type, Service>(
        _ container: Container, didRegisterType type: Type.Type, toService entry: ServiceEntry<Service>,
        withName name: String?
      ) {
        entry.inObjectScope(.container)
      }
    }
    let container = Container(behaviors: [Shared()])
    container.register { Dog() }
    #expect(container.resolve(Dog.self) === container.resolve(Dog.self))
  }

  @Test func `the registering closure of the initialiser is told`() {
    _ = Container(behaviors: [behavior]) { $0.register { 1 } }
    #expect(behavior.notes.all == ["Int to 'Int' as -, there: true"])
  }
}

private struct Chained: Behavior {
  let name: String
  let notes: Recorder<String>
  init(name: String, _ notes: Recorder<String>) {
    self.name = name
    self.notes = notes
  }
  func container<Type, Service>(
    _ container: Container, didRegisterType type: Type.Type, toService entry: ServiceEntry<Service>,
    withName name: String?
  ) {
    notes.add(self.name)
  }
}
