import Facet
import FacetTestSupport
import Testing

private protocol Eating { var name: String { get } }
private protocol Herd<Member> {
  associatedtype Member
  var members: [Member] { get }
}
private class Sheep: Eating, Domesticated, Herd {
  let name: String
  init(name: String) { self.name = name }
  var members: [String] { [name] }
}
private final class Lamb: Sheep {}
private final class Goat: Eating, Domesticated {
  let age = 3
  let name = "goat"
}
private struct Fish: Eating, Equatable { var name: String }
private struct Shark: Eating {
  var name: String
  var teeth = (1, 2, 3, 4, 5, 6, 7, 8, 9)
}
private enum Bird: Eating {
  case eagle
  var name: String { "eagle" }
}
private struct Box<Member>: Herd { let members: [Member] }

/// Which types a forward can lead from and to.
@Suite(.timeLimit(.minutes(20))) struct ForwardTypeTests {
  private let container = Container()

  @Test(arguments: [ObjectScope.graph, .container])
  func `instances of several classes behind one record keep their own conformance`(scope: ObjectScope) {
    container.register(Any.self) { (_, kind: Int) -> Any in
      switch kind % 3 {
      case 0: Sheep(name: "sheep")
      case 1: Goat()
      default: Lamb(name: "lamb")
      }
    }.implements(Eating.self, Domesticated.self).inObjectScope(scope)
    for kind in 0..<30 {
      container.resetObjectScope(.container)
      let found: [Any?] = [
        container.resolve(Eating.self, argument: kind), container.resolve(Domesticated.self, argument: kind),
      ]
      let names = found.map { ($0 as? any Eating)?.name }
      let expected = ["sheep", "goat", "lamb"][kind % 3]
      #expect(names == [expected, expected])
    }
  }

  @Test func `a value of any size is forwarded to its protocols`() {
    let count = Counter()
    container.register(Fish.self) { _, name in Fish(name: name) }.implements(Eating.self, Any.self)
    container.register(Shark.self) { _ in Shark(name: "Bruce \(count.next())") }.implements(Eating.self)
      .inObjectScope(.container)
    container.register { Bird.eagle }.implements(Eating.self, name: "bird")
    container.register((Int, String).self) { _ in (1, "one") }.implements(Any.self)
    let shark = container.resolve(Eating.self) as? Shark
    let names = [
      container.resolve(Eating.self, argument: "Nemo")?.name, shark?.name,
      // In container scope it is one for all keys.
      container.resolve(Shark.self)?.name, container.resolve(Eating.self, name: "bird")?.name,
      (container.resolve(Any.self) as? (Int, String))?.1,
    ]
    #expect(names == ["Nemo", "Bruce 1", "Bruce 1", "eagle", "one"] && shark?.teeth.8 == 9)
    #expect(container.resolve(Any.self, argument: "Nemo") as? Fish == Fish(name: "Nemo"))
  }

  @Test func `a class is forwarded to its superclass, and a superclass to the class of its factory`() {
    container.register { Lamb(name: "Rex") }.implements(Sheep.self).inObjectScope(.container)
    #expect(container.resolve(Sheep.self) === container.resolve(Lamb.self))
    container.register(Sheep.self, name: "young") { _ in Lamb(name: "Rex") }
      .implements(Lamb.self, name: "young")
    #expect(container.resolve(Lamb.self, name: "young")?.name == "Rex")
  }

  @Test func `a class is forwarded to a composition, whose order does not matter`() {
    container.register(Domesticated.self) { _ in Sheep(name: "Rex") }
      .implements((any Eating & Domesticated).self, (any Sheep & Eating).self)
    #expect(container.resolve((any Domesticated & Eating).self) is Sheep)
    #expect(container.resolve((any Sheep & Eating).self)?.name == "Rex")
  }

  @Test func `a type is forwarded to a protocol with a primary associated type, a part of the key`() {
    container.register { Sheep(name: "Rex") }.implements((any Herd<String>).self)
    container.register { Box(members: [1.5]) }.implements((any Herd<Double>).self)
    #expect(container.resolve((any Herd<String>).self)?.members == ["Rex"])
    #expect(container.resolve((any Herd<Double>).self)?.members == [1.5])
    #expect(container.resolve(Box<Double>.self)?.members == [1.5])
  }

  @Test func `an optional service is forwarded to what it wraps, and one of nil is nil`() {
    container.register(Sheep?.self) { _ in Sheep(name: "Rex") }.implements(Eating.self)
    #expect(container.resolve(Eating.self)?.name == "Rex")
    #expect(container.resolve(Sheep?.self)??.name == "Rex")
    container.register(Sheep?.self) { _ in nil }
    let sheep: Sheep?? = container.resolve(Sheep?.self)
    #expect(sheep.map { $0 == nil } == true)
  }
}
