import Facet
import FacetTestSupport
import Testing

private final class Dog {
  var lazy: Lazy<Dog>?
  var provider: Provider<Dog>?
}
private protocol Animal: AnyObject {}
extension Dog: Animal {}
private final class Captured: Sendable {}

/// What a container holds, and when it lets go.
@Suite(.timeLimit(.minutes(20))) struct LifetimeTests {
  /// What gives up the instance of a dog, which is also an animal.
  private static let ends: [(String, @Sendable (inout Container?) -> Void)] = [
    ("the container goes", { $0 = nil }),
    ("both keys are replaced", { $0?.register { Dog() }.implements(Animal.self) }),
    ("the last key is removed", { _ = ($0?.unregister(Dog.self), $0?.unregister(Animal.self)) }),
    ("all keys are removed", { $0?.removeAll() }),
    ("the scope is reset", { container in for scope in lasting { container?.resetObjectScope(scope) } }),
  ]

  @Test(arguments: lasting, ends.indices)
  func `an instance is kept as long as one key leads to it, though somebody holds the entry, and goes then`(
    scope: ObjectScope, end: Int
  ) async {
    var container: Container? = Container()
    let entry = container?.register { Dog() }.implements(Animal.self).inObjectScope(scope)
    weak let dog = container?.resolve(Dog.self)
    if end > 0 { container?.unregister(Dog.self) }
    #expect(dog != nil && container?.resolve(Animal.self) === dog)
    let (name, body) = Self.ends[end]
    body(&container)
    let isGone = await isReleased { dog }
    #expect(isGone, "\(name)")
    _ = entry
  }

  @Test func `factories and completions go with their entry`() async {
    weak var captured: Captured?
    let container = Container()
    do {
      let object = Captured()
      captured = object
      container.register(Dog.self) { _ in withExtendedLifetime(object) { Dog() } }
        .initCompleted { _, _ in _ = object }
        .implements(Animal.self) { dog in withExtendedLifetime(object) { dog } }
    }
    #expect(container.resolve(Animal.self) != nil)
    #expect(captured != nil)
    container.removeAll()
    #expect(await isReleased { captured })
  }

  @Test(arguments: passing) func `instances of other scopes go when nobody holds them`(scope: ObjectScope) {
    let container = Container()
    container.register { Dog() }.inObjectScope(scope).initCompleted { r, dog in dog.lazy = r.resolve() }
    weak let dog = container.resolve(Dog.self)
    #expect(dog == nil)
  }

  @Test func `there is no retain cycle over container, entry, Lazy and Provider`() async {
    weak var container: Container?
    weak var dog: Dog?
    do {
      let mine = Container()
      container = mine
      let entry = mine.register { Dog() }.inObjectScope(.container).implements(Animal.self)
        .initCompleted { r, dog in
          dog.lazy = r.resolve()
          dog.provider = r.resolve()
        }
      dog = mine.resolve(Dog.self)
      #expect(dog?.lazy?.instance === dog)
      #expect(entry.objectScope === ObjectScope.container)
      // The one cycle is the user's: a dog that holds its own lazy instance.
      dog?.lazy = nil
    }
    #expect(await isReleased { container })
    #expect(await isReleased { dog })
  }

  @Test func `a parent does not hold its children, nor do these each other`() async {
    let parent = Container()
    let sibling = Container(parent: parent)
    parent.register { Dog() }.inObjectScope(.container)
    weak var child: Container?
    weak var dog: Dog?
    do {
      let mine = Container(parent: parent)
      child = mine
      mine.register(Dog.self, name: "child") { _ in Dog() }.inObjectScope(.container)
      mine.register(Animal.self) { r in r.resolve(Dog.self)! }
      dog = mine.resolve(Dog.self, name: "child")
      #expect(mine.resolve(Animal.self) != nil)
    }
    #expect(await isReleased { child })
    #expect(await isReleased { dog })
    #expect(sibling.parent === parent)
  }

  @Test func `arguments go with the resolve, those of a lazy service with its first use`() async throws {
    let container = Container()
    container.register(Dog.self) { (_, _: Captured) in Dog() }
    weak var argument: Captured?
    let lazy: Lazy<Dog>
    do {
      let mine = Captured()
      argument = mine
      lazy = try container.require(Lazy<Dog>.self, argument: mine)
      #expect(container.resolve(Dog.self, argument: mine) != nil)
    }
    #expect(argument != nil)
    _ = lazy.instance
    #expect(await isReleased { argument })
  }
}
