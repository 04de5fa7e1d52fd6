import Facet
import FacetTestSupport
import Foundation
import Testing

private struct Dog { var name: String }
private struct Kennel {
  let dog: Dog
  init(dog: Dog) { self.dog = dog }
  init(resolver: any Resolver) { dog = resolver.resolve(Dog.self, name: "pet", argument: "Hachi")! }
}

/// Notes what it is asked for, and gives dogs.
private final class FakeResolver: Resolver {
  let requests = Recorder<String>()

  func provide<Service, each Argument>(
    _ serviceType: Service.Type, name: String?, arguments: repeat each Argument
  ) throws -> Service? {
    var list: [String] = []
    repeat list.append(String(describing: each arguments))
    requests.add("\(words(serviceType)) \(name ?? "-") \(list)")
    return Dog(name: list.first ?? "Fake") as? Service
  }
}

/// The name of a type at run time: the optimizer would write a private type in another way.
@inline(never)
private func words(_ type: Any.Type) -> String { "\(type)" }

private final class FailingResolver: Resolver {
  struct Failure: Error {}
  func provide<Service, each Argument>(
    _ serviceType: Service.Type, name: String?, arguments: repeat each Argument
  ) throws -> Service? { throw Failure() }
}
private final class EmptyResolver: Resolver {
  func provide<S, each A>(_: S.Type, name: String?, arguments: repeat each A) throws -> S? { nil }
}

/// A test can write a resolver of its own.
@Suite(.timeLimit(.minutes(20))) struct FakeResolverTests {
  @Test func `a fake resolver serves every way to resolve`() throws {
    let resolver = FakeResolver()
    let inferred: Dog = resolver.resolve(name: "x")
    #expect(inferred.name == "Fake")
    #expect(resolver.resolve(Dog.self)?.name == "Fake")
    #expect(resolver.resolve(Dog.self, arguments: "a", 2)?.name == "a")
    #expect(try resolver.require(Dog.self, argument: "b").name == "b")
    #expect(resolver.resolveAll(Dog.self).map(\.name) == ["Fake"])
    #expect(Kennel(resolver: resolver).dog.name == "Hachi")
    #expect(
      resolver.requests.all == [
        "Dog x []", "Dog - []", "Dog - [\"a\", \"2\"]", "Dog - [\"b\"]", "Dog - []", "Dog pet [\"Hachi\"]",
      ])
  }

  @Test func `a fake resolver is asked where all are awaited`() async throws {
    let resolver = FakeResolver()
    #expect(try await resolver.requireAllAsync(Dog.self).map(\.name) == ["Fake"])
    #expect(resolver.requests.all == ["Dog - []"])
    #expect(try await EmptyResolver().requireAllAsync(Dog.self).isEmpty)
    let error = await #expect(throws: ResolutionError.self) {
      try await FailingResolver().requireAllAsync(Dog.self)
    }
    #expect(error?.code == .factoryFailed)
    #expect(error?.key.description == "'Dog'")
  }

  @Test func `a fake resolver that has nothing gives nil, or throws`() throws {
    let resolver = FakeResolver()
    let error = #expect(throws: ResolutionError.self) { try resolver.require(Int.self, name: "x") }
    #expect(error?.code == .notRegistered)
    #expect(error?.key.description == "'Int' named \"x\"")
  }

  @Test func `what a fake resolver throws is the reason of the failure`() throws {
    let error = #expect(throws: ResolutionError.self) { try FailingResolver().require(Dog.self) }
    #expect(error?.code == .factoryFailed)
    #expect(error?.underlyingError is FailingResolver.Failure)
  }

  @Test func `a ResolutionError that a fake resolver throws is handed on as it is`() throws {
    final class Delegating: Resolver {
      func provide<Service, each Argument>(
        _ serviceType: Service.Type, name: String?, arguments: repeat each Argument
      ) throws -> Service? {
        let container = Container()
        container.register(Kennel.self, fileID: "Kennel.swift", line: 1) { r in
          Kennel(dog: try r.require(Dog.self, name: "pet"))
        }
        _ = try container.require(Kennel.self)
        return nil
      }
    }
    let error = #expect(throws: ResolutionError.self) { try Delegating().require(Int.self) }
    #expect(error?.code == .notRegistered)
    #expect(error?.underlyingError == nil)
    #expect(
      error?.description == """
        No registration matches 'Dog' named "pet".

          Path:    Kennel → Dog "pet"
          Place:   'Kennel'   registered at Kennel.swift:1

        To fix this, do one of:
          • Register it: container.register(Dog.self, name: "pet") { resolver in … }
        """)
  }

  @Test func `a resolver that provides nothing has nothing`() {
    #expect(throws: ResolutionError.self) { try EmptyResolver().require(Dog.self) }
  }

  @Test func `a resolver that wraps a container hands its services on`() {
    final class Wrapping: Resolver {
      let container: Container
      init(container: Container) { self.container = container }
      func provide<Service, each Argument>(
        _ serviceType: Service.Type, name: String?, arguments: repeat each Argument
      ) throws -> Service? {
        try container.provide(serviceType, name: name, arguments: repeat each arguments)
      }
    }
    let container = Container()
    container.register(Dog.self) { _, name in Dog(name: name) }
    container.register(Dog.self) { _ in Dog(name: "Hachi") }
    container.register(Dog.self, name: "pet") { _ in Dog(name: "Pochi") }
    let resolver: any Resolver = Wrapping(container: container)
    #expect(resolver.resolve(Dog.self, argument: "Rex")?.name == "Rex")
    #expect(resolver.resolve(Dog.self)?.name == "Hachi")
    #expect(resolver.resolve(Dog.self, name: "pet")?.name == "Pochi")
    #expect((resolver.resolve() as Dog).name == "Hachi")
    let error = #expect(throws: ResolutionError.self) { try resolver.require(Dog.self, name: "lost") }
    #expect(error?.code == .notRegistered)
  }

  @Test func `a resolver that locks around another one hands its reasons on`() {
    final class LockedResolver: Resolver {
      private let resolver: any Resolver
      private let lock = NSRecursiveLock()

      init(_ resolver: any Resolver) { self.resolver = resolver }

      func provide<Service, each Argument>(
        _ serviceType: Service.Type, name: String?, arguments: repeat each Argument
      ) throws -> Service? {
        lock.lock()
        defer { lock.unlock() }
        return try resolver.require(serviceType, name: name, arguments: repeat each arguments)
      }
    }
    let container = Container()
    container.register(Dog.self) { _, name in Dog(name: name) }
    let locked: any Resolver = LockedResolver(container)
    #expect(locked.resolve(Dog.self, argument: "Rex")?.name == "Rex")
    let error = #expect(throws: ResolutionError.self) { try locked.require(Dog.self, name: "lost") }
    #expect(
      error?.description.hasPrefix(
        """
        No registration matches 'Dog' named "lost".

          Path:   Dog "lost"
        """) == true)
    // Wrappers are services as others.
    #expect(locked.resolve(Lazy<Dog>.self, argument: "Pochi")?.value.name == "Pochi")
    #expect(locked.resolve(Int?.self) == .some(nil))
  }
}
