import Facet
import FacetInspection
import Testing

@Suite(.timeLimit(.minutes(5))) struct InstancesTests {
  private let container = Container()

  @Test func `what is shared is given in the order of creation, and nothing is built`() throws {
    let session = ObjectScope(storageFactory: PermanentStorage.init, description: "session")
    container.register(Leaf.self) { _ in fatalError("The factory runs") }.inObjectScope(.container)
    container.register(Tea.self) { _ in Tea() }.inObjectScope(.weak).implements((any Drink).self)
    container.register(Cup.self) { _ in Cup() }.inObjectScope(session)
    container.register(Price.self) { _ in Price(cents: 7) }.inObjectScope(.container)
    container.register(Water.self) { _ in Water() }
    #expect(container.instances.isEmpty)
    _ = try container.require(Price.self)
    let cup = try container.require(Cup.self)
    let tea = try container.require((any Drink).self)
    _ = try container.require(Water.self)
    let alive = container.instances
    #expect(alive.map(\.key.description) == ["'Price'", "'Cup'", "'Tea'"])
    #expect((alive[0].instance as? Price)?.cents == 7)
    #expect(alive[1].instance as? Cup === cup)
    #expect(alive[2].instance as? Tea === tea)
    #expect(alive[2].objectScope === ObjectScope.weak)
  }

  @Test func `what nobody holds, and what was reset or closed, is not there`() throws {
    container.register(Tea.self) { _ in Tea() }.inObjectScope(.weak)
    container.register(Cup.self) { _ in Cup() }.inObjectScope(.container)
    _ = try container.require(Tea.self)
    _ = try container.require(Cup.self)
    #expect(container.instances.map(\.key.description) == ["'Cup'"])
    container.resetObjectScope(.container)
    #expect(container.instances.isEmpty)
    _ = try container.require(Cup.self)
    try container.close()
    #expect(container.instances.isEmpty)
  }

  @Test func `a child has its own instances alone`() throws {
    container.register(Cup.self) { _ in Cup() }.inObjectScope(.container)
    let child = Container(parent: container)
    _ = try child.require(Cup.self)
    #expect(child.instances.isEmpty)
    #expect(container.instances.count == 1)
  }

  @Test func `the instances of the parents are given on request, the uppermost first`() throws {
    container.register(Cup.self) { _ in Cup() }.inObjectScope(.container)
    let child = Container(parent: container)
    child.register(Tea.self) { _ in Tea() }.inObjectScope(.container)
    _ = (try child.require(Tea.self), try child.require(Cup.self))
    #expect(child.instances(includingParents: true).map(\.key.description) == ["'Cup'", "'Tea'"])
    #expect(child.instances(includingParents: false).map(\.key.description) == ["'Tea'"])
  }

  @Test func `what a child's forward is the last key of is the parent's, and is reset with that`() throws {
    let entry = container.register(Tea.self) { _ in Tea() }.inObjectScope(.container)
    let child = Container(parent: container)
    child.forward((any Drink).self, to: entry)
    container.unregister(Tea.self)
    let first = try child.require((any Drink).self)
    #expect(container.instances.map { $0.instance as? Tea === first } == [true])
    #expect(child.instances.isEmpty)
    container.resetObjectScope(.container, serviceType: Cup.self)
    #expect(try child.require((any Drink).self) === first)
    container.resetObjectScope(.container)
    #expect(container.instances.isEmpty)
    #expect(try child.require((any Drink).self) !== first)
  }
}
