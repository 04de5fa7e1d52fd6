import Facet
import Testing

/// A container may forward a type to a record of its parent.
@Suite(.timeLimit(.minutes(20))) struct ForwardChildTests {
  private let parent = Container()
  private let child: Container

  init() {
    child = Container(parent: parent)
  }

  @Test func `a child forwards a type to a record of its parent, and further up, which forwards for itself`()
    throws
  {
    let entry = parent.register(Animal.self) { _ in Dog() }.inObjectScope(.container)
    let grandchild = Container(parent: child)
    let animal = try #require(parent.resolve(Animal.self))
    for container in [child, grandchild] { container.forward(Carnivore.self, to: entry) }
    #expect([child, grandchild].allSatisfy { $0.resolve(Carnivore.self) === animal })
    #expect(!parent.hasAnyRegistration(of: Carnivore.self))
    entry.implements(Domesticated.self)
    #expect([parent, child].allSatisfy { $0.resolve(Domesticated.self) === animal })
    parent.register(Animal.self) { _ in Dog() }
    #expect(child.resolve(Carnivore.self) === animal && parent.resolve(Animal.self) !== animal)
  }

  @Test func `within one cycle a child's forward and the parent's key share the instance`() throws {
    child.forward(Carnivore.self, to: parent.register(Animal.self) { _ in Dog() })
    child.register(Bool.self) { r in r.resolve(Animal.self)! === r.resolve(Carnivore.self)! }
    #expect(try child.require(Bool.self))
  }
}
