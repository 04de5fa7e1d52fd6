import Facet
import FacetTestSupport
import Testing

/// A container looks here, then up.
@Suite(.timeLimit(.minutes(20))) struct HierarchyTests {
  private let parent = Container()
  private let child: Container

  init() {
    child = Container(parent: parent)
  }

  @Test func `a child finds what its parent has, and gets later, over many levels`() {
    #expect(child.parent === parent && parent.parent == nil)
    #expect(!child.hasAnyRegistration(of: Dog.self))
    parent.register(Dog.self) { _ in Dog("parent") }
    parent.register(Dog.self, name: "x") { (_, name: String) in Dog(name) }
    var bottom = child
    for _ in 1...200 { bottom = Container(parent: bottom) }
    let dogs = [child, bottom].flatMap {
      [$0.resolve(Dog.self), $0.resolve(Dog.self, name: "x", argument: "a")]
    }
    #expect(dogs.map { $0?.name } == ["parent", "a", "parent", "a"])
  }

  @Test func `a child does not leak into its parent, nor into its siblings`() throws {
    let failures = Recorder.failures(of: parent)
    child.register(Dog.self) { _ in Dog("child") }
    for container in [parent, Container(parent: parent)] {
      #expect(container.resolve(Dog.self) == nil && container.resolve(Lazy<Dog>.self) == nil)
      #expect(container.optional(Dog.self) == nil && container.resolveAll(Dog.self).isEmpty)
    }
    #expect(failures.all.count == 4)
  }

  @Test func `a child overrides its parent`() {
    parent.register(Dog.self) { _ in Dog("parent") }.inObjectScope(.container)
    #expect(child.resolve(Dog.self)?.name == "parent")
    child.register(Dog.self) { _ in Dog("child") }
    #expect([child, parent].map { $0.resolve(Dog.self)?.name } == ["child", "parent"])
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
}
