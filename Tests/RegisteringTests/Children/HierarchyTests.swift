import Facet
import FacetTestSupport
import Testing

private final class Dog {
  let name: String
  init(_ name: String) { self.name = name }
}

/// A container looks here, then up.
@Suite(.timeLimit(.minutes(20))) struct HierarchyTests {
  private let parent = Container()
  private let child: Container

  init() {
    child = Container(parent: parent)
  }

  @Test func `a child finds what its parent has`() {
    parent.register(Dog.self) { _ in Dog("parent") }
    parent.register(Dog.self, name: "x") { (_, name: String) in Dog(name) }
    #expect(child.resolve(Dog.self)?.name == "parent")
    #expect(child.resolve(Dog.self, name: "x", argument: "a")?.name == "a")
    #expect(Container(parent: Container(parent: child)).resolve(Dog.self)?.name == "parent")
  }

  @Test func `a child does not leak into its parent`() throws {
    let failures = Recorder.failures(of: parent)
    child.register(Dog.self) { _ in Dog("child") }
    #expect(parent.resolve(Dog.self) == nil)
    #expect(try parent.require(Dog?.self) == nil)
    #expect(parent.resolveAll(Dog.self).isEmpty)
    #expect(parent.resolve(Lazy<Dog>.self) == nil)
    #expect(failures.all.count == 2)
  }

  @Test func `a child does not see its sibling`() {
    let sibling = Container(parent: parent)
    sibling.register(Dog.self) { _ in Dog("sibling") }
    #expect(throws: ResolutionError.self) { try child.require(Dog.self) }
  }

  @Test func `a child overrides its parent`() {
    parent.register(Dog.self) { _ in Dog("parent") }.inObjectScope(.container)
    #expect(child.resolve(Dog.self)?.name == "parent")
    child.register(Dog.self) { _ in Dog("child") }
    #expect(child.resolve(Dog.self)?.name == "child")
    #expect(parent.resolve(Dog.self)?.name == "parent")
  }

  @Test func `what is registered with the parent later is found`() {
    #expect(!child.hasAnyRegistration(of: Dog.self))
    parent.register(Dog.self) { _ in Dog("late") }
    #expect(child.resolve(Dog.self)?.name == "late")
  }

  @Test func `a container knows its parent`() {
    #expect(child.parent === parent)
    #expect(parent.parent == nil)
  }

  @Test func `a child holds its parent`() async {
    var parent: Container? = Container()
    parent?.register(Dog.self) { _ in Dog("parent") }
    weak let seen = parent
    var child: Container? = Container(parent: parent)
    parent = nil
    #expect(child?.resolve(Dog.self)?.name == "parent")
    #expect(seen != nil)
    child = nil
    #expect(await isReleased { seen })
  }

  @Test func `a container-scoped service is one for all children`() {
    parent.register(Dog.self) { _ in Dog("parent") }.inObjectScope(.container)
    let dog = Container(parent: child).resolve(Dog.self)
    #expect(child.resolve(Dog.self) === dog)
    #expect(parent.resolve(Dog.self) === dog)
  }

  @Test func `a container-scoped service of a child is the child's alone`() {
    child.register(Dog.self) { _ in Dog("child") }.inObjectScope(.container)
    let sibling = Container(parent: parent)
    sibling.register(Dog.self) { _ in Dog("sibling") }.inObjectScope(.container)
    #expect(child.resolve(Dog.self)?.name == "child")
    #expect(sibling.resolve(Dog.self)?.name == "sibling")
  }

  @Test func `a default scope is not inherited`() {
    let parent = Container(defaultObjectScope: .container)
    let child = Container(parent: parent)
    #expect(child.register(Dog.self) { _ in Dog("") }.objectScope === ObjectScope.graph)
    let other = Container(parent: parent, defaultObjectScope: .weak)
    #expect(other.register(Dog.self) { _ in Dog("") }.objectScope === ObjectScope.weak)
  }

  @Test func `many levels are searched`() {
    parent.register(Dog.self) { _ in Dog("top") }
    var bottom = child
    for _ in 1...200 { bottom = Container(parent: bottom) }
    #expect(bottom.resolve(Dog.self)?.name == "top")
  }
}
