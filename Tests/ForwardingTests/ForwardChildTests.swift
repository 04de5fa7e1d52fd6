import Facet
import Testing

/// A container may forward a type to a record of its parent.
@Suite(.timeLimit(.minutes(20))) struct ForwardChildTests {
  private let parent = Container()
  private let child: Container

  init() {
    child = Container(parent: parent)
  }

  @Test func `a child forwards a type to a record of its parent, and further up`() throws {
    let entry = parent.register(Animal.self) { _ in Dog() }.inObjectScope(.container)
    let grandchild = Container(parent: child)
    let animal = try #require(parent.resolve(Animal.self))
    for container in [child, grandchild] {
      container.forward(Carnivore.self, to: entry)
      #expect(container.resolve(Carnivore.self) === animal)
    }
    #expect(!parent.hasAnyRegistration(of: Carnivore.self))
    parent.register(Animal.self) { _ in Dog() }
    #expect(child.resolve(Carnivore.self) === animal)
    #expect(parent.resolve(Animal.self) !== animal)
  }

  @Test func `implements on an entry of the parent forwards in the parent, and is found from a child`() {
    let entry = parent.register(Animal.self) { _ in Dog() }.inObjectScope(.container)
    entry.implements(Carnivore.self)
    #expect(parent.hasAnyRegistration(of: Carnivore.self))
    #expect(child.resolve(Carnivore.self) === parent.resolve(Animal.self))
  }

  @Test func `within one cycle a child's forward and the parent's key share the instance`() throws {
    child.forward(Carnivore.self, to: parent.register(Animal.self) { _ in Dog() })
    child.register(Bool.self) { r in r.resolve(Animal.self)! === r.resolve(Carnivore.self)! }
    #expect(try child.require(Bool.self))
  }
}
