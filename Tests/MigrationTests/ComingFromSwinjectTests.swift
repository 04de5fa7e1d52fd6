import Facet
import FacetTestSupport
import Testing

private final class Part: Sendable {
  let number: Int
  init(_ number: Int = 0) { self.number = number }
}
private struct Shop {
  let part: Part
  let lazy: Lazy<Part>
  let identifier: GraphIdentifier
}

/// What the article `ComingFromSwinject` says about threads, cycles and wrappers.
@Suite(.timeLimit(.minutes(20))) struct ComingFromSwinjectTests {
  private let container = Container()

  @available(*, deprecated)  // as synchronize() is
  @Test(arguments: [nil, "other"])
  func `factories that relied on synchronize overlap, also one with itself`(other: String?) {
    let (resolver, meeting) = (container.synchronize(), Meeting(of: 2))
    container.register(Bool.self) { _ in meeting.attend() }
    container.register(Bool.self, name: "other") { _ in meeting.attend() }
    // One that ran alone would wait for the other in vain.
    let runs = [nil, other].map { name in ThreadRun { resolver.resolve(Bool.self, name: name) } }
    #expect(runs.map { $0.result ?? nil } == [true, true])
  }

  @Test func `a lazy and a provider use the registration of the moment`() throws {
    container.register(Part.self) { _ in Part(1) }
    let (lazy, used) = try (container.require(Lazy<Part>.self), container.require(Lazy<Part>.self))
    let provider = try container.require(Provider<Part>.self)
    #expect(try [used.require().number, provider.require().number] == [1, 1])
    container.register(Part.self) { _ in Part(2) }
    // One that was used has its instance, and keeps it.
    #expect(try [lazy.require(), provider.require(), used.require()].map(\.number) == [2, 2, 1])
  }

  @Test(arguments: [ObjectScope.graph, .transient])
  func `a lazy of the service that keeps it uses the registration of the moment`(scope: ObjectScope) throws {
    container.register(Part.self) { _ in Part(1) }.inObjectScope(scope)
    container.register((Lazy<Part>, Provider<Part>).self) { r in try (r.require(), r.require()) }
    let (lazy, provider) = try container.require((Lazy<Part>, Provider<Part>).self)
    container.register(Part.self) { _ in Part(2) }.inObjectScope(scope)
    #expect(try [lazy.require(), provider.require()].map(\.number) == [2, 2])
  }

  @Test func `containers that have nothing to do with one another share a cycle`() throws {
    let (other, builds) = (Container(), Counter())
    other.register(Part.self) { _ in Part(builds.next()) }
    container.register(Shop.self) { r in
      // Once with each: the identifier of the cycle is the same.
      let identifier = try r.require(GraphIdentifier.self)
      #expect(try other.require(GraphIdentifier.self) === identifier)
      return try Shop(part: other.require(), lazy: other.require(), identifier: identifier)
    }
    let shop = try container.require(Shop.self)
    #expect(try shop.lazy.require() === shop.part)
    // Whoever joins the cycle later, by whichever of the containers, finds what it built.
    for joining in [container, other] {
      let part = try joining.withObjectGraph(shop.identifier) { _ in try other.require(Part.self) }
      #expect(part === shop.part)
    }
    #expect(builds.value == 1)
    #expect(try container.require(Shop.self).part !== shop.part)
  }
}

/// A storage of the user's may have an instance that no container has built: one from a file, or of another container.
@Suite(.timeLimit(.minutes(20))) struct FilledStorageTests {
  @Test(arguments: [false, true])
  func `a reset empties a storage that nobody has asked for, and the instance ends`(isForType: Bool) throws {
    let (container, ended) = (Container(), Recorder<Int>())
    container.register(Part.self) { _ in Part(2) }.inObjectScope(.filled).onClose { ended.add($0.number) }
    let child = Container(parent: container)
    if isForType {
      child.resetObjectScope(.filled, serviceType: Part.self)
    } else {
      child.resetObjectScope(.filled)
    }
    #expect(ended.all == [1])
    #expect(try container.require(Part.self).number == 2)
  }

  @Test func `the end of the scope does nothing if its action must be awaited`() throws {
    let (container, ended) = (Container(), Recorder<Int>())
    container.register(Part.self) { _ in Part(2) }.inObjectScope(.filled).onClose { part async in
      ended.add(part.number)
    }
    let error = #expect(throws: CloseError.self) { try container.close(.filled) }
    guard case .needsAwait(let keys)? = error?.reason else { return #expect(Bool(false), "\(error as Any)") }
    #expect(keys == [ServiceKey(Part.self)])
    #expect(try container.require(Part.self).number == 1)
    #expect(ended.all == [])
  }

  @Test func `so does the end of the scope, but no reset of another scope or type`() throws {
    let (container, ended) = (Container(), Recorder<Int>())
    container.register(Part.self) { _ in Part(2) }.inObjectScope(.filled).onClose { ended.add($0.number) }
    container.resetObjectScope(.session)
    container.resetObjectScope(.filled, serviceType: Shop.self)
    #expect(ended.all == [])
    try container.close(.filled)
    #expect(ended.all == [1])
  }
}

extension ObjectScope {
  fileprivate static let filled = ObjectScope(
    storageFactory: {
      let storage = PermanentStorage()
      storage.instance = Part(1)
      return storage
    }, description: "filled")
}

/// What a library that builds on Swinject asks of an entry.
@Suite(.timeLimit(.minutes(20))) struct TypesOfAnEntryTests {
  private final class Log: Behavior {
    let types = Locked<[(Any.Type, Any.Type)]>([])
    func container<Type, Service>(
      _ container: Container, didRegisterType type: Type.Type, toService entry: ServiceEntry<Service>,
      withName name: String?
    ) {
      types.withLock { $0.append((entry.serviceType, entry.argumentsType)) }
    }
  }

  @Test func `an entry has the type of its service and that of its factory's parameters`() {
    let log = Log()
    let container = Container(behaviors: [log])
    container.register(Part.self) { _ in Part() }
    container.register(Part.self) { (_, number: Int) in Part(number) }
    container.register(Part.self) { (_, number: Int, _: String) in Part(number) }
    let types = log.types.withLock { $0 }
    #expect(types.allSatisfy { $0.0 == Part.self })
    #expect(
      types.map { ObjectIdentifier($0.1) } == [
        ObjectIdentifier((any Resolver).self), ObjectIdentifier((any Resolver, Int).self),
        ObjectIdentifier((any Resolver, Int, String).self),
      ])
  }
}
