import Facet
import FacetTestSupport
import Testing

/// A behavior is told of every registration and every forward.
@Suite(.timeLimit(.minutes(20))) struct BehaviorTests {
  private let behavior = Noting()

  @Test func `registrations and forwards are told, in order, when they are visible`() {
    let container = Container(behaviors: [behavior])
    let entry = container.register(Dog.self) { _ in Dog() }
    container.forward(Animal.self, name: "pet", to: entry)
    entry.implements(Animal.self, AnyObject.self).implements(Animal.self, name: "checked") { $0 }
    container.register(Int.self, name: "one") { (_, _: String) in 1 }.implements(Any.self)
    container.register { "inferred" }
    #expect(
      behavior.notes.all == [
        "Dog to 'Dog' as -, there: true",
        "Animal to 'Dog' as pet, there: true",
        "Animal to 'Dog' as -, there: true",
        "AnyObject to 'Dog' as -, there: true",
        "Animal to 'Dog' as checked, there: true",
        "Int to 'Int' named \"one\" with arguments (String) as one, there: true",
        "Any to 'Int' named \"one\" with arguments (String) as -, there: true",
        "String to 'String' as -, there: true",
      ])
  }

  @Test func `several behaviors are told in order, one that is added from then on, and none of a child`() {
    let behaviors = ["a: ", "b: "].map { Noting(notes: behavior.notes, prefix: $0) }
    let container = Container(behaviors: behaviors) { $0.register { 1 } }
    container.addBehavior(behavior)
    Container(parent: container).register { 2 }
    container.register { "later" }
    let (number, text) = ("Int to 'Int' as -, there: true", "String to 'String' as -, there: true")
    #expect(behavior.notes.all == ["a: \(number)", "b: \(number)", "a: \(text)", "b: \(text)", text])
  }

  @Test func `a replaced registration is told again, a removed one is not`() {
    let container = Container(behaviors: [behavior])
    container.register { 1 }
    container.register { 2 }
    container.unregister(Int.self)
    container.removeAll()
    #expect(behavior.notes.all.count == 2)
  }

  @Test(arguments: [true, false])
  func `what a behavior registers is told to others, and not to itself`(isTogether: Bool) {
    struct Doubling: Behavior {
      func container<Type, Service>(
        _ container: Container, didRegisterType type: Type.Type, toService entry: ServiceEntry<Service>,
        withName name: String?
      ) {
        container.register(Type.self, name: "double of \(name ?? "-")") { r in try r.require(Type.self) }
      }
    }
    let container = Container(behaviors: [Doubling(), behavior])
    if isTogether {
      container.registerAtomically { $0.register { 1 } }
    } else {
      container.register { 1 }
    }
    #expect(
      behavior.notes.all == [
        "Int to 'Int' named \"double of -\" as double of -, there: true", "Int to 'Int' as -, there: true",
      ])
    #expect(container.resolve(Int.self, name: "double of -") == 1)
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
}
