import Facet
import FacetTestSupport
import Testing

private protocol Drink: Sendable {}
private protocol Held: AnyObject, Sendable {}
private class Bottle: @unchecked Sendable {}
private final class Flask: Bottle, Drink, Held, @unchecked Sendable {}
private actor Kettle {}
private struct Tray: Sendable {
  let left = Flask()
  let right = Flask()
}
private struct Pair<Service> {
  let first, second: Service
}

/// Every kind of type can be a service: an object, a protocol of any kind, a value, a function, an optional.
@Suite(.timeLimit(.minutes(20))) struct KindsOfServiceTests {
  private static let scopes: [ObjectScope] = [.graph, .container, .scoped, .weak]

  /// What is resolved twice is one, and the container keeps nothing of it beyond its own end.
  private func expectShared<Service>(
    _ serviceType: Service.Type, in scopes: [ObjectScope] = scopes,
    object: (Service) -> AnyObject, make: @escaping @Sendable () -> Service,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    for scope in scopes {
      weak var end: AnyObject?
      do {
        let container = Container()
        container.register(Service.self) { _ in make() }.inObjectScope(scope)
        container.register(Pair<Service>.self) { r in
          try Pair(first: r.require(Service.self), second: r.require(Service.self))
        }
        let pair = try container.require(Pair<Service>.self)
        let isSame = object(pair.first) === object(pair.second)
        #expect(isSame, "\(scope)", sourceLocation: sourceLocation)
        end = object(pair.first)
      }
      let isReleased = await isReleased { end }
      #expect(isReleased, "\(scope)", sourceLocation: sourceLocation)
    }
  }

  @Test func `an object, by its class, by a superclass, or an actor`() async throws {
    try await expectShared(Flask.self, object: { $0 }, make: { Flask() })
    try await expectShared(Bottle.self, object: { $0 }, make: { Flask() })
    try await expectShared(Kettle.self, object: { $0 }, make: { Kettle() })
  }

  @Test func `an object in an optional`() async throws {
    try await expectShared(Flask?.self, object: { $0! }, make: { Flask() })
    try await expectShared((any Drink)?.self, object: { $0! as AnyObject }, make: { Flask() })
  }

  @Test func `a value that holds objects`() async throws {
    let scopes: [ObjectScope] = [.graph, .container, .scoped]
    try await expectShared(Tray.self, in: scopes, object: { $0.right }, make: { Tray() })
    try await expectShared([Flask].self, in: scopes, object: { $0[0] }, make: { [Flask()] })
    try await expectShared((Flask, Int).self, in: scopes, object: { $0.0 }, make: { (Flask(), 1) })
    let function = { @Sendable () -> @Sendable () -> Flask in
      let flask = Flask()
      return { flask }
    }
    try await expectShared((@Sendable () -> Flask).self, in: scopes, object: { $0() }, make: function)
  }
}
