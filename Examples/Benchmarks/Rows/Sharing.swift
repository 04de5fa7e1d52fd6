import Facet

/// Resolves that find what was built before, or build it later.
func sharingRows() -> [Row] {
  let container = Container(defaultObjectScope: .container)
  let store = Store()
  container.register(Leaf.self) { _ in Leaf() }.implements(AnyObject.self)
  container.register(Leaf.self, name: "named") { _ in Leaf() }
  container.register(Session.self) { Session() }.inObjectScope(.weak)
  let custom = ObjectScope(storageFactory: PermanentStorage.init, description: "custom")
  container.register(Service.self) { r in Service(try r.require()) }.inObjectScope(custom)
  container.register(Dog.self) { Dog("Hachi") }.inObjectScope(.transient)
  for name in [nil, "named"] { store.insert(container.resolve(Leaf.self, name: name)!, name: name) }
  let (session, service) = (container.resolve(Session.self)!, container.resolve(Service.self)!)
  return [
    Row("shared") {
      consume(container.resolve(Leaf.self)!)
    } byHand: {
      consume(store.service(Leaf.self)!)
    },
    Row("shared, named") {
      consume(container.resolve(Leaf.self, name: "named")!)
    } byHand: {
      consume(store.service(Leaf.self, name: "named")!)
    },
    Row("shared, forwarded") {
      consume(container.resolve(AnyObject.self)!)
    } byHand: {
      consume(store.service(Leaf.self)! as AnyObject)
    },
    Row("weak") {
      consume(container.resolve(Session.self)!)
    } byHand: {
      consume(store.service(Leaf.self)!)
      withExtendedLifetime(session) {}
    },
    Row("custom scope, hit") {
      consume(container.resolve(Service.self)!)
    } byHand: {
      consume(store.service(Leaf.self)!)
      withExtendedLifetime(service) {}
    },
    Row("Lazy, obtained and used") {
      consume(container.resolve(Lazy<Dog>.self)!.value)
    } byHand: {
      consume(HandLazy { Dog("Hachi") }.value)
    },
    Row("Provider, obtained and used") {
      consume(container.resolve(Provider<Dog>.self)!())
    } byHand: {
      consume(HandProvider { Dog("Hachi") }.make())
    },
    Row("object with one @Injected") {
      Container.withMain(container) { consume(Player()) }
    } byHand: {
      Container.withMain(container) { consume(HandPlayer(store.service(Leaf.self)!)) }
    },
  ]
}

/// What two threads on one container do in a time, to what one does.
func threadRatios() -> [(name: String, ratio: Double)] {
  let container = Container(defaultObjectScope: .transient)
  container.register(Leaf.self) { _ in Leaf() }
  container.register(Node.self) { _ in Node(nil) }.inObjectScope(.container)
  return [
    ("leaf", throughput(of: 2) { consume(container.resolve(Leaf.self)!) }),
    ("shared", throughput(of: 2) { consume(container.resolve(Node.self)!) }),
  ]
}

private final class Player {
  @Injected var leaf: Leaf
  @inline(never) init() {}
}

private final class HandPlayer {
  let leaf: Leaf
  @inline(never) init(_ leaf: Leaf) { self.leaf = leaf }
}

private final class HandLazy {
  private let make: () -> Dog
  private(set) lazy var value = make()
  @inline(never) init(_ make: @escaping () -> Dog) { self.make = make }
}

private final class HandProvider {
  let make: () -> Dog
  @inline(never) init(_ make: @escaping () -> Dog) { self.make = make }
}
