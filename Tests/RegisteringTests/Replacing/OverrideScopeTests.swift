import Facet
import FacetTestSupport
import Testing

private protocol Fetching: AnyObject {}
private class Client: Fetching {}
private final class FakeClient: Client {}

/// What `overriding` registers without a scope takes the scope of what it replaces.
@Suite(.timeLimit(.minutes(20))) struct OverrideScopeTests {
  private let parent = Container()
  private let child: Container

  init() {
    child = Container(parent: parent)
  }

  private func isShared<Service>(_ type: Service.Type, in container: Container) -> Bool {
    let services = (0..<2).map { _ in container.resolve(type) as AnyObject? }
    #expect(services[0] is FakeClient)
    return services[0] === services[1]
  }

  static let scopes: [(ObjectScope, Bool)] = [
    (.transient, false), (.graph, false), (.container, true), (.weak, true),
    (.perArgument, true),
    (.session, true),
  ]

  @Test(arguments: scopes) func `that of its key, also over an overriding copy`(
    scope: ObjectScope, isShared: Bool
  ) {
    parent.register(Client.self) { _ in Client() }.inObjectScope(scope)
    let overriding = child.overriding { $0.register(Client.self) { _ in FakeClient() } }
    #expect(self.isShared(Client.self, in: overriding) == isShared)
    let top = overriding.overriding { $0.register(Client.self) { _ in FakeClient() } }
    #expect(self.isShared(Client.self, in: top) == isShared)
    #expect(overriding.parent?.description.contains("Scope: \(scope)") == true)
  }

  @Test func `an overriding copy of a child without registrations has one graph with its parent`() throws {
    parent.register(Client.self) { _ in Client() }
    parent.register([Client].self) { r in [try r.require()] }.inObjectScope(.container)
    parent.register([String: Client].self) { r in
      let shared = try r.require([Client].self)[0]
      return ["own": try r.require(), "shared": shared]
    }
    let overriding = child.overriding { $0.register(Client.self) { _ in FakeClient() } }
    let clients = try overriding.require([String: Client].self)
    #expect(clients["own"] is FakeClient && clients["own"] === clients["shared"])
  }

  @Test func `what replaces nothing has the default scope`() {
    let container = Container(defaultObjectScope: .container)
    let overriding = container.overriding { $0.register(Client.self) { _ in FakeClient() } }
    #expect(isShared(Client.self, in: overriding))
  }

  @Test func `but not where it, or the closure, says its own, though that be the default`() {
    parent.register(Client.self) { _ in Client() }.inObjectScope(.container)
    let overriding = child.overriding {
      $0.register(Client.self) { _ in FakeClient() }.inObjectScope($0.parent!.defaultObjectScope)
    }
    #expect(!isShared(Client.self, in: overriding))
    let other = child.overriding {
      $0.defaultObjectScope = .transient
      $0.register(Client.self) { _ in FakeClient() }
    }
    #expect(!isShared(Client.self, in: other))
  }

  @Test func `that of the entry, where the key of a forward is overridden, or its own replaces nothing`() {
    parent.register(Client.self) { _ in Client() }.inObjectScope(.container).implements(Fetching.self)
    let ofForward = child.overriding { $0.register(Fetching.self) { _ in FakeClient() } }
    #expect(isShared(Fetching.self, in: ofForward))
    let overriding = child.overriding {
      $0.register(FakeClient.self) { _ in FakeClient() }.implements(Client.self)
    }
    #expect(isShared(Client.self, in: overriding))
    #expect(overriding.resolve(FakeClient.self) === overriding.resolve(Client.self))
  }

  @Test func `that of its own key before that of a forwarded one, and that of the nearest container`() {
    parent.register(Client.self) { _ in Client() }.inObjectScope(.container)
    child.register(Fetching.self) { _ in Client() }.inObjectScope(.transient)
    let overriding = child.overriding {
      $0.register(Client.self) { _ in FakeClient() }.implements(Fetching.self)
    }
    #expect(isShared(Fetching.self, in: overriding))
    child.register(Client.self) { _ in Client() }.inObjectScope(.transient)
    let nearest = child.overriding { $0.register(Client.self) { _ in FakeClient() } }
    #expect(!isShared(Client.self, in: nearest))
  }
}
