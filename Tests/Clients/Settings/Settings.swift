import Facet

// One program of thirty registrations, which `.ci/client-packages` builds in six settings, without an edit, and runs.

protocol Animal: AnyObject { var name: String { get } }
protocol Carnivore: AnyObject { func eat() -> String }
protocol Store: AnyObject { var lines: [String] { get set } }

final class Dog: Animal, Carnivore {
  let name: String
  init(name: String = "Rex") { self.name = name }
  func eat() -> String { "\(name) eats" }
}

final class Cat: Animal {
  let name: String
  let lives: Int
  init(name: String, lives: Int) {
    self.name = name
    self.lives = lives
  }
}

final class Owner {
  let pet: any Animal
  init(pet: any Animal) { self.pet = pet }
}

final class Log: Store { var lines: [String] = [] }

final class PrefixedLog: Store {
  private let inner: any Store
  init(_ inner: any Store) { self.inner = inner }
  var lines: [String] {
    get { inner.lines.map { "> " + $0 } }
    set { inner.lines = newValue }
  }
}

final class Parent { var child: Child? }

final class Child {
  weak var parent: Parent?
  var note = ""
}

final class Database {
  let store: any Store
  var isOpen = true
  init(store: any Store) { self.store = store }
}

final class Users {
  let database: Database
  init(database: Database) { self.database = database }
}

final class Shelf {
  let number: Int
  init(number: Int) { self.number = number }
}

final class Late {
  let owner: Lazy<Owner>
  let makeCat: Provider<any Animal, String, Int>
  let missing: Shelf?
  init(owner: Lazy<Owner>, makeCat: Provider<any Animal, String, Int>, missing: Shelf?) {
    self.owner = owner
    self.makeCat = makeCat
    self.missing = missing
  }
}

final class Injection {
  @Injected var owner: Owner
  @Injected(name: "stray") var stray: any Animal
  @LazyInjected var store: any Store
  @OptionalInjected var missing: Shelf?
  init() {}
}

@MainActor final class Screen {
  let owner: Owner
  var title = ""
  init(owner: Owner) { self.owner = owner }
}

struct Point: Equatable { var x = 0 }

final class SessionStorage: InstanceStorage { var instance: Any? }

extension ObjectScope {
  static let session = ObjectScope(storageFactory: SessionStorage.init, description: "session")
}

struct Services: Assembly {
  func assemble(container: Container) {
    container.register(Dog.self) { _ in Dog() }  // 1
      .implements((any Carnivore).self)
    container.register((any Animal).self) { r in r.resolve(Dog.self)! }  // 2
    container.register((any Animal).self, name: "stray") { _ in Dog(name: "stray") }  // 3
    container.register((any Animal).self) { _, name in Dog(name: name) }  // 4
    container.register((any Animal).self) { _, name, lives in Cat(name: name, lives: lives) }  // 5
    container.autoregister(Owner.self, initializer: Owner.init)  // 6
    container.register { Point() }  // 7
    container.register(name: "right") { Point(x: 1) }  // 8
    container.register { Log() as any Store }.inObjectScope(.container)  // 9
    container.decorate((any Store).self) { _, inner in PrefixedLog(inner) }
    container.register(Parent.self) { _ in Parent() }  // 10
      .initCompleted { r, parent in parent.child = r.resolve(Child.self) }
    container.register(Child.self) { _ in Child() }  // 11
      .initCompleted { r, child in child.parent = r.resolve(Parent.self) }
      .resolveProperties { _, child in child.note = "complete" }
    container.autoregister(Shelf.self, name: "numbered", argument: Int.self, initializer: Shelf.init)  // 12
    container.register(Shelf.self, name: "kept") { _, number in Shelf(number: number) }  // 13
      .inObjectScope(.perArgument)
    container.register(Shelf.self, name: "session") { _ in Shelf(number: 14) }.inObjectScope(.session)  // 14
    container.register(Shelf.self, name: "weak") { _ in Shelf(number: 15) }.inObjectScope(.weak)  // 15
    container.register(Shelf.self, name: "new") { _ in Shelf(number: 16) }.inObjectScope(.transient)  // 16
    container.register(Shelf.self, name: "own") { _ in Shelf(number: 17) }.inObjectScope(.scoped)  // 17
    container.register(Late.self) { r in  // 18
      Late(owner: try r.require(), makeCat: try r.require(), missing: r.optional())
    }
    container.register(Injection.self) { _ in Injection() }  // 19
    container.register(Screen.self) { @MainActor r in Screen(owner: r.resolve()) }  // 20
      .initCompleted { @MainActor _, screen in screen.title = "20" }
  }
}

/// What must be awaited, and what is declared by its parts.
struct AwaitedServices: Assembly {
  func assemble(container: Container) {
    container.register(Database.self) { r async throws in Database(store: try r.require()) }  // 21
      .inObjectScope(.container)
      .onClose { database in database.isOpen = false }
    container.register(Users.self) { r async throws in  // 22
      Users(database: try await r.requireAsync())
    }
    container.register([String].self) { ["a", "b"] }  // 23
    container.register(((Int) -> Int).self) { _ in { $0 + 1 } }  // 24
    container.register((any Carnivore).self, name: "named") { Dog(name: "named") }  // 25
    let dog = container.register(Dog.self, name: "forwarded") { Dog(name: "forwarded") }  // 26
    container.forward((any Animal).self, name: "forwarded", to: dog)
    container.register(Dog.self, name: "checked") { _ in Dog(name: "checked") }  // 27
      .implements((any Animal).self, name: "checked") { $0 }
    container.registerNonisolated(String.self) { _ in "free" }  // 28
    container.register(Result<Int, ResolutionError>.self) { _ in .success(29) }  // 29
    container.register(Owner.self, name: "decorated") { r in Owner(pet: try r.require()) }  // 30
    container.decorateAll(Owner.self) { _, owner in Owner(pet: owner.pet) }
  }
}

@main struct Program {
  static func main() async throws {
    let container = Container()
    container.failureHandler = { print($0) }
    let assembler = Assembler([Services(), AwaitedServices()], container: container)
    let resolver = assembler.resolver

    var words: [String] = []
    words.append((resolver.resolve() as any Carnivore).eat())
    words.append(try resolver.require((any Animal).self, arguments: "Tom", 9).name)
    words.append(resolver.resolve((any Animal).self, argument: "Hachi")!.name)
    words += resolver.resolveAllByName((any Animal).self).keys.sorted()
    let store: any Store = resolver.resolve()
    store.lines = ["line"]
    words += resolver.resolve((any Store).self)!.lines
    words.append(resolver.resolve(Parent.self)!.child!.note)
    words += ["session", "weak", "new", "own"].map { "\(resolver.resolve(Shelf.self, name: $0)!.number)" }
    words.append("\(resolver.resolve(Shelf.self, name: "numbered", argument: 12)!.number)")
    words.append("\(resolver.resolve(Shelf.self, name: "kept", argument: 13)!.number)")
    let late: Late = resolver.resolve()
    words += [late.owner.instance.pet.name, late.makeCat("Kit", 1).name, "\(late.missing == nil)"]
    let injection: Injection = resolver.resolve()
    words += [injection.owner.pet.name, injection.stray.name, injection.store.lines[0]]
    words.append(try await resolver.requireAsync(Screen.self).title)
    let screen = resolver.resolve(Screen.self)
    words.append(screen?.owner.pet.name ?? "")
    let users = try await resolver.requireAsync(Users.self)
    words.append("\(users.database.isOpen)")
    words.append("\(resolver.resolve(((Int) -> Int).self)!(23))")
    words += [
      resolver.resolve(String.self)!, "\(try resolver.require(Result<Int, ResolutionError>.self).get())",
    ]
    words.append(resolver.resolve(Owner.self, name: "decorated")!.pet.name)
    try await container.closeAsync()
    words.append("\(users.database.isOpen)")
    print(words.joined(separator: " "))
  }
}
