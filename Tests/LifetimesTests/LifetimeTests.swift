import Facet
import FacetTestSupport
import Testing

private final class Dog {
  var lazy: Lazy<Dog>?
  var provider: Provider<Dog>?
}
private protocol Animal: AnyObject {}
extension Dog: Animal {}

/// What a container holds, and when it lets go.
@Suite(.timeLimit(.minutes(20))) struct LifetimeTests {
  private static let lasting: [ObjectScope] = [
    .container, ObjectScope(storageFactory: PermanentStorage.init, description: "custom"),
  ]

  @Test(arguments: lasting) func `instances go with the container`(scope: ObjectScope) async {
    weak var dog: Dog?
    do {
      let container = Container()
      container.register { Dog() }.implements(Animal.self).inObjectScope(scope)
      dog = container.resolve(Dog.self)
      #expect(container.resolve(Animal.self) === dog)
      #expect(dog != nil)
    }
    #expect(await isReleased { dog })
  }

  @Test func `an instance outlives its container while somebody holds it`() {
    let dog: Dog?
    do {
      let container = Container()
      container.register { Dog() }.inObjectScope(.container)
      dog = container.resolve(Dog.self)
    }
    #expect(dog?.lazy == nil)
  }

  @Test(arguments: lasting) func `instances go when their key is replaced`(scope: ObjectScope) async {
    let container = Container()
    container.register { Dog() }.inObjectScope(scope)
    weak let dog = container.resolve(Dog.self)
    #expect(dog != nil)
    container.register { Dog() }
    #expect(await isReleased { dog })
  }

  @Test(arguments: lasting) func `instances go when their key is removed`(scope: ObjectScope) async {
    let container = Container()
    container.register { Dog() }.inObjectScope(scope)
    weak let first = container.resolve(Dog.self)
    #expect(first != nil)
    container.unregister(Dog.self)
    #expect(await isReleased { first })
    container.register { Dog() }.inObjectScope(scope)
    weak let second = container.resolve(Dog.self)
    #expect(second != nil)
    container.removeAll()
    #expect(await isReleased { second })
  }

  @Test(arguments: lasting) func `instances go when their scope is reset`(scope: ObjectScope) async {
    let container = Container()
    container.register { Dog() }.inObjectScope(scope)
    weak let dog = container.resolve(Dog.self)
    #expect(dog != nil)
    container.resetObjectScope(scope)
    #expect(await isReleased { dog })
  }

  @Test(arguments: lasting) func `instances go with the last key of their record, held entries or not`(
    scope: ObjectScope
  ) async {
    let container = Container()
    let entry = container.register { Dog() }.implements(Animal.self).inObjectScope(scope)
    weak let dog = container.resolve(Dog.self)
    container.unregister(Dog.self)
    #expect(container.resolve(Animal.self) === dog)
    #expect(dog != nil)
    container.unregister(Animal.self)
    #expect(await isReleased { dog })
    _ = entry
  }

  @Test(arguments: lasting) func `removeAll releases instances while an entry is held`(scope: ObjectScope)
    async
  {
    let container = Container()
    let entry = container.register { Dog() }.inObjectScope(scope)
    weak let dog = container.resolve(Dog.self)
    #expect(dog != nil)
    container.removeAll()
    #expect(await isReleased { dog })
    _ = entry
  }

  @Test func `factories and completions go with their entry`() async {
    final class Captured: Sendable {}
    weak var captured: Captured?
    let container = Container()
    do {
      let object = Captured()
      captured = object
      container.register(Dog.self) { _ in
        _ = object
        return Dog()
      }
      .initCompleted { _, _ in _ = object }
      .implements(Animal.self) { dog in
        _ = object
        return dog
      }
    }
    #expect(container.resolve(Animal.self) != nil)
    #expect(captured != nil)
    container.removeAll()
    #expect(await isReleased { captured })
  }

  @Test(arguments: [ObjectScope.transient, .graph, .weak])
  func `instances of other scopes go when nobody holds them`(scope: ObjectScope) {
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

  @Test func `an unused lazy service of an instance does not keep its container`() async {
    weak var container: Container?
    let dog: Dog?
    do {
      let mine = Container()
      container = mine
      mine.register { Dog() }.inObjectScope(.container).initCompleted { r, dog in
        dog.lazy = r.resolve()
        dog.provider = r.resolve()
      }
      dog = mine.resolve(Dog.self)
    }
    #expect(await isReleased { container })
    #expect(dog?.lazy != nil)
  }

  @Test func `a parent does not hold its children`() async {
    let parent = Container()
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
  }

  @Test func `children do not keep each other`() async {
    let parent = Container()
    weak var first: Container?
    let second = Container(parent: parent)
    do {
      let mine = Container(parent: parent)
      first = mine
    }
    #expect(await isReleased { first })
    #expect(second.parent === parent)
  }

  @Test func `arguments go with the resolve`() {
    final class Argument: Sendable {}
    let container = Container()
    container.register(Dog.self) { (_, _: Argument) in Dog() }
    weak var argument: Argument?
    do {
      let mine = Argument()
      argument = mine
      #expect(container.resolve(Dog.self, argument: mine) != nil)
    }
    #expect(argument == nil)
  }

  @Test func `the arguments of a lazy service go with its first use`() async throws {
    final class Argument: Sendable {}
    let container = Container()
    container.register(Dog.self) { (_, _: Argument) in Dog() }
    weak var argument: Argument?
    let lazy: Lazy<Dog>
    do {
      let mine = Argument()
      argument = mine
      lazy = try container.require(Lazy<Dog>.self, argument: mine)
    }
    #expect(argument != nil)
    _ = lazy.instance
    #expect(await isReleased { argument })
  }

  @Test func `an instance may resolve and register while it goes`() async {
    final class Last: Sendable {
      let container: Container
      let notes: Recorder<Int>
      init(_ container: Container, _ notes: Recorder<Int>) {
        self.container = container
        self.notes = notes
      }
      deinit {
        container.register(Int.self) { _ in 7 }
        notes.add(container.resolve(Int.self) ?? -1)
      }
    }
    let notes = Recorder<Int>()
    let (container, other) = (Container(), Container())
    container.register { Last(other, notes) }.inObjectScope(.container)
    _ = container.resolve(Last.self)
    container.resetObjectScope(.container)
    #expect(await isReleased { notes.all.isEmpty ? notes : nil })
    container.register(Last.self) { _ in Last(other, notes) }
    _ = container.resolve(Last.self)
    #expect(notes.all == [7, 7])
  }
}
