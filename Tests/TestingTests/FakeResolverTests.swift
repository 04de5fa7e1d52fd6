import Facet
import FacetTestSupport
import Foundation
import Testing

struct Tea: Equatable {
  var name = "Tea"
}

struct Kettle {
  let tea: Tea
  init(tea: Tea) { self.tea = tea }
  init(resolver: any Resolver) { tea = resolver.resolve(Tea.self, name: "pet", argument: "Hachi")! }
}

/// A resolver of a test's own, which gives what its closure gives, whatever the type.
final class Fake: Resolver {
  let serve: @Sendable (_ name: String?, _ arguments: [String]) throws -> Any?

  init(serve: @escaping @Sendable (_ name: String?, _ arguments: [String]) throws -> Any? = { _, _ in nil }) {
    self.serve = serve
  }

  func provide<Service, each Argument>(
    _ serviceType: Service.Type, name: String?, arguments: repeat each Argument
  ) throws -> Service? {
    var list: [String] = []
    repeat list.append(String(describing: each arguments))
    return try serve(name, list) as? Service
  }
}

/// A test can write a resolver of its own: every way to resolve goes through its one requirement.
@Suite(.timeLimit(.minutes(20))) struct FakeResolverTests {
  private let requests = Recorder<String>()

  /// Notes what it is asked for, and gives tea.
  private var fake: Fake {
    Fake { [requests] name, arguments in
      requests.add("\(name ?? "-") \(arguments)")
      return Tea(name: arguments.first ?? "Fake")
    }
  }

  @Test func `a fake resolver serves every way to resolve`() async throws {
    let resolver = fake
    let inferred: Tea = resolver.resolve(name: "x")
    let teas =
      [
        inferred, resolver.resolve(Tea.self), resolver.resolve(Tea.self, arguments: "a", 2),
        try resolver.require(Tea.self, argument: "b"), Kettle(resolver: resolver).tea,
      ] + resolver.resolveAll(Tea.self, arguments: 7) + (try await resolver.requireAllAsync(Tea.self))
    #expect(teas.map { $0?.name } == ["Fake", "Fake", "a", "b", "Hachi", "7", "Fake"])
    #expect(
      requests.all == [
        "x []", "- []", "- [\"a\", \"2\"]", "- [\"b\"]", "pet [\"Hachi\"]", "- [\"7\"]", "- []",
      ])
  }

  @Test func `one that has nothing gives nil, or throws`() async throws {
    let error = expectFailure(.notRegistered) { try fake.require(Int.self, name: "x") }
    #expect(error?.key == ServiceKey(Int.self, name: "x"))
    #expect(throws: ResolutionError.self) { try Fake().require(Tea.self) }
    #expect(try await Fake().requireAllAsync(Tea.self).isEmpty)
  }

  @Test func `what a fake resolver throws is the reason of the failure`() async throws {
    let fake = Fake { _, _ in throw NoStock() }
    let errors = [
      expectFailure(.factoryFailed) { try fake.require(Tea.self) },
      await expectFailure(.factoryFailed) { try await fake.requireAllAsync(Tea.self) },
    ]
    #expect(errors.allSatisfy { $0?.key == ServiceKey(Tea.self) && $0?.underlyingError is NoStock })
  }

  @Test func `a reason that a fake takes over from a container stays as it is`() throws {
    let container = Container()
    container.register(Kettle.self, fileID: "Kettle.swift", line: 1) { r in
      Kettle(tea: try r.require(name: "green"))
    }
    container.register(Tea.self, name: "black", fileID: "Tea.swift", line: 4) { _ in Tea() }
    let fake = Fake { _, _ in try container.require(Kettle.self) }
    let own = #expect(throws: ResolutionError.self) { try container.require(Kettle.self) }
    let error = expectFailure(.notRegistered) { try fake.require(Int.self) }
    #expect(error?.underlyingError == nil)
    #expect(error?.description == own?.description)
  }

  @Test(arguments: [false, true])
  func `a resolver that wraps a container, and locks around it, hands its services on`(asksAnew: Bool) {
    final class Wrapping: Resolver {
      private let container: Container
      private let asksAnew: Bool
      private let lock = NSRecursiveLock()

      init(_ container: Container, asksAnew: Bool) {
        self.container = container
        self.asksAnew = asksAnew
      }

      func provide<Service, each Argument>(
        _ serviceType: Service.Type, name: String?, arguments: repeat each Argument
      ) throws -> Service? {
        lock.lock()
        defer { lock.unlock() }
        if asksAnew {
          return try container.require(serviceType, name: name, arguments: repeat each arguments)
        }
        return try container.provide(serviceType, name: name, arguments: repeat each arguments)
      }
    }
    let container = Container()
    container.register(Tea.self) { _, name in Tea(name: name) }
    container.register(Tea.self) { _ in Tea() }
    container.register(Tea.self, name: "black") { _ in Tea(name: "black") }
    let resolver: any Resolver = Wrapping(container, asksAnew: asksAnew)
    #expect(resolver.resolve(Tea.self, argument: "green")?.name == "green")
    #expect(resolver.resolve(Tea.self) == Tea())
    #expect(resolver.resolve(Tea.self, name: "black")?.name == "black")
    #expect((resolver.resolve() as Tea) == Tea())
    expectFailure(.notRegistered) { try resolver.require(Tea.self, name: "lost") }
    // Wrappers are services as others.
    #expect(resolver.resolve(Lazy<Tea>.self, argument: "mint")?.value.name == "mint")
    #expect(resolver.resolve(Int?.self) == .some(nil))
  }
}
