import Facet
import Testing

private protocol Animal: AnyObject {}
private protocol Carnivore: AnyObject {}
private final class Dog: Animal, Carnivore {}

/// A container may forward a type to a record of its parent.
@Suite(.timeLimit(.minutes(20))) struct ForwardChildTests {
  private let parent = Container()

  @Test func `a child forwards a type to a record of its parent`() throws {
    let entry = parent.register(Animal.self) { _ in Dog() }.inObjectScope(.container)
    let child = Container(parent: parent)
    child.forward(Carnivore.self, to: entry)
    let animal = try #require(parent.resolve(Animal.self))
    #expect(child.resolve(Carnivore.self) === animal)
  }

  @Test func `a forward of a child is not seen by its parent`() {
    let entry = parent.register(Animal.self) { _ in Dog() }
    let child = Container(parent: parent)
    child.forward(Carnivore.self, to: entry)
    #expect(!parent.hasAnyRegistration(of: Carnivore.self))
    #expect(child.hasAnyRegistration(of: Carnivore.self))
  }

  @Test func `a grandchild forwards a type to a record of the grandparent`() {
    let entry = parent.register(Animal.self) { _ in Dog() }.inObjectScope(.container)
    let grandchild = Container(parent: Container(parent: parent))
    grandchild.forward(Carnivore.self, to: entry)
    #expect(grandchild.resolve(Carnivore.self) === parent.resolve(Animal.self))
  }

  @Test func `a forward of the parent is found from a child`() {
    parent.register(Animal.self) { _ in Dog() }.implements(Carnivore.self).inObjectScope(.container)
    let child = Container(parent: parent)
    #expect(child.resolve(Carnivore.self) === parent.resolve(Animal.self))
  }

  @Test func `implements on an entry of the parent forwards in the parent`() {
    let entry = parent.register(Animal.self) { _ in Dog() }
    let child = Container(parent: parent)
    entry.implements(Carnivore.self)
    #expect(parent.hasAnyRegistration(of: Carnivore.self))
    #expect(child.resolve(Carnivore.self) is Dog)
  }

  @Test func `a child forwards to a record that the parent replaced`() {
    let entry = parent.register(Animal.self) { _ in Dog() }.inObjectScope(.container)
    let child = Container(parent: parent)
    child.forward(Carnivore.self, to: entry)
    let first = child.resolve(Carnivore.self)
    parent.register(Animal.self) { _ in Dog() }
    #expect(child.resolve(Carnivore.self) === first)
    #expect(parent.resolve(Animal.self) !== first)
  }

  @Test func `within one cycle a child's forward and the parent's key share the instance`() throws {
    let entry = parent.register(Animal.self) { _ in Dog() }
    let child = Container(parent: parent)
    child.forward(Carnivore.self, to: entry)
    child.register(Bool.self) { r in r.resolve(Animal.self)! === r.resolve(Carnivore.self)! }
    #expect(try child.require(Bool.self))
  }
}
