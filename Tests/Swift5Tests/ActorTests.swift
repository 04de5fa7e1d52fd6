import Facet
import Testing

// Code of the main actor as Swift 5 accepts it without a diagnostic.

@MainActor private class Model {
  var number: Int
  var isStarted = false
  init(number: Int) { self.number = number }
  convenience init() { self.init(number: 0) }
  func start() { isStarted = true }
}

private class Dog {
  var name: String
  init(name: String) { self.name = name }
  init(resolver: Resolver) { name = "resolved" }
  static func make(_ r: Resolver) -> Dog { Dog(name: "made") }
}

private class Cat {}

private class Log: @unchecked Sendable {
  var errors: [ResolutionError] = []
}

private class Owner {
  let dog: Dog
  var cat: Cat?
  init(dog: Dog) { self.dog = dog }
}

private func makeCat() -> Cat { Cat() }
private func makeNamedDog(_ r: Resolver, _ name: String) -> Dog { Dog(name: name) }
@MainActor private func makeModel(_ r: Resolver) -> Model { Model(number: 7) }
private func complete(_ r: Resolver, _ owner: Owner) { owner.cat = r.resolve(Cat.self) }

@MainActor private class Controller {
  var model: Model?
  let dog = Dog(name: "mine")
  var cats: [Cat] = []
  lazy var lazyContainer: Container = {
    let container = Container()
    container.register(Model.self) { _ in Model() }
    container.register(Dog.self) { [unowned self] _ in self.dog }
    container.register(Cat.self, factory: Cat.init)
    return container
  }()
  let madeContainer: Container = {
    let container = Container()
    container.register(Model.self) { _ in Model(number: 4) }
    container.register { Model(number: 5) }
    return container
  }()

  func make(_ r: Resolver) -> Model { Model(number: 3) }

  func registerReferences(with container: Container) {
    container.register(Cat.self, factory: makeCat)
    container.register(factory: Cat.init)
    container.register(Dog.self, name: "named", factory: makeNamedDog)
    container.register(Dog.self, factory: Dog.make)
    container.register(Dog.self, name: "initializer", factory: Dog.init(resolver:))
    container.register(Model.self, factory: make)
    container.register(Model.self, name: "function", factory: makeModel)
    container.autoregister(Owner.self, initializer: Owner.init(dog:)).initCompleted(complete)
    container.autoregister(Model.self, argument: Int.self, initializer: Model.init(number:))
  }

  func registerHandlers(with container: Container, _ cat: Cat) {
    container.failureHandler = { error in
      self.dog.name = "\(error.code)"
      self.cats.append(cat)
    }
    let scope = ObjectScope(storageFactory: {
      self.cats.append(cat)
      return Keep()
    })
    container.addBehavior(RegistrationLog())
    container.register(Model.self) { _ in Model(number: 6) }
      .inObjectScope(scope)
      .implements((any AnyObject).self) { model in
        self.model = model
        return model
      }
    container.register(Cat.self) { _ in Cat() }.inObjectScope(ObjectScope(storageFactory: Keep.init))
  }

  func registerClosures(with container: Container) {
    var count = 0
    container.register(Model.self) { [weak self] (r: Resolver) -> Model in
      guard let self = self else { return Model() }
      count += 1
      let model = Model(number: count)
      model.start()
      self.model = model
      return model
    }
    .initCompleted { [unowned self] _, model in self.dog.name = "\(model.number)" }
    .initCompleted({ _, model in model.number += 10 })
    .inObjectScope(.container)
    container.register(Controller.self) { _ in self }
    let dog = self.dog
    container.register(Dog.self) { _ in dog }
    container.decorate(Dog.self) { [weak self] _, dog in
      dog.name += self == nil ? "" : "!"
      return dog
    }
  }
}

private class Keep: InstanceStorage {
  var instance: Any?
}

private class RegistrationLog: Behavior {
  var names: [String] = []
  func container<Type, Service>(
    _ container: Container, didRegisterType type: Type.Type, toService entry: ServiceEntry<Service>,
    withName name: String?
  ) {
    names.append("\(type)")
  }
}

private class StoredAssembly: Assembly {
  var dog = Dog(name: "stored")
  func assemble(container: Container) {
    container.register(Dog.self) { _ in self.dog }
    container.register(Cat.self) { _ in self.makeCat() }
  }
  private func makeCat() -> Cat { Cat() }
}

/// Registrations on the main actor in the language of Swift 5: no diagnostic, and a factory runs where it is resolved.
@Suite(.timeLimit(.minutes(20))) struct ActorTests {
  let container = Container()

  @MainActor @Test func `function references are factories, initializers and completions`() {
    let controller = Controller()
    controller.registerReferences(with: container)
    let dogs = [
      container.resolve(Dog.self), container.resolve(Dog.self, name: "initializer"),
      container.resolve(Dog.self, name: "named", argument: "Rex"),
    ]
    #expect(dogs.map { $0?.name } == ["made", "resolved", "Rex"])
    let models = [
      container.resolve(Model.self), container.resolve(Model.self, name: "function"),
      container.resolve(Model.self, argument: 9),
    ]
    #expect(models.map { $0?.number } == [3, 7, 9] && container.resolve(Owner.self)?.cat != nil)
  }

  @MainActor @Test func `closures capture what belongs to the main actor`() {
    let controller = Controller()
    controller.registerClosures(with: container)
    let model = container.resolve(Model.self)
    #expect(controller.model === model && model?.isStarted == true && model?.number == 11)
    #expect(container.resolve(Dog.self)?.name == "1!")
    #expect(container.resolve(Controller.self) === controller)
  }

  @MainActor @Test func `handlers, storages and conversions capture it, too`() {
    let controller = Controller()
    controller.registerHandlers(with: container, Cat())
    let model = container.resolve((any AnyObject).self)
    #expect(controller.model === model && controller.cats.count == 1)
    #expect(container.resolve(Cat.self) === container.resolve(Cat.self))
    #expect(container.resolve(Dog.self) == nil)
    #expect(controller.dog.name == "notRegistered" && controller.cats.count == 2)
  }

  @MainActor @Test func `containers are made by stored properties`() {
    let controller = Controller()
    #expect(controller.madeContainer.resolve(Model.self)?.number == 5)
    #expect(controller.lazyContainer.resolve(Dog.self) === controller.dog)
    #expect(controller.lazyContainer.resolve(Cat.self) != nil)
  }

  @Test func `an assembly captures itself`() {
    let assembly = StoredAssembly()
    let resolver = Assembler([assembly]).resolver
    #expect(resolver.resolve(Dog.self) === assembly.dog)
    #expect(resolver.resolve(Cat.self) != nil)
  }

  @MainActor @Test func `a factory runs where it is resolved, and nobody is told`() {
    let log = Log()
    container.failureHandler = { log.errors.append($0) }
    let controller = Controller()
    controller.registerReferences(with: container)
    let container = self.container
    #expect(runElsewhere { container.resolve(Model.self) } != nil)
    #expect(log.errors.isEmpty)
  }

  @MainActor @Test func `the failure handler can be told`() {
    let log = Log()
    container.failureHandler = { log.errors.append($0) }
    container.reportsWrongActor = true
    container.register(Model.self) { _ in Model() }
    container.register(Dog.self) { r in
      _ = r.resolve(Model.self)
      return Dog(name: "")
    }
    container.register(Cat.self) { _ in Cat() }
      .initCompleted { _, _ in }
    let container = self.container
    #expect(runElsewhere { container.resolve(Model.self) } != nil)
    #expect(container.resolve(Model.self) != nil)
    #expect(log.errors.map(\.code) == [.wrongActor])
    #expect(log.errors.first?.key == ServiceKey(Model.self))
    #expect(log.errors.first?.actor === MainActor.shared)
    log.errors = []
    #expect(runElsewhere { container.resolve(Dog.self) } != nil)
    #expect(log.errors.count == 2)
    let child = Container(parent: container)
    #expect(child.reportsWrongActor)
    child.reportsWrongActor = false
    #expect(container.reportsWrongActor)
  }

  @MainActor @Test func `an action of the end runs where the container is closed`() throws {
    var closed: [Int] = []
    container.register(Model.self) { _ in Model(number: 2) }.inObjectScope(.container)
      .onClose { model in closed.append(model.number) }
    _ = container.resolve(Model.self)
    let container = self.container
    #expect(runElsewhere { try? container.close() } != nil)
    #expect(closed == [2])
  }
}
