import Facet
import FacetTestSupport
import Testing

/// Awaited services that are asked for by another type.
@Suite(.timeLimit(.minutes(20))) struct AsyncForwardTests {
  protocol Show: AnyObject, Sendable {}

  @MainActor final class Screen: Show {}

  final class Play: Show {
    let resolver: (any Resolver)?
    init(_ resolver: (any Resolver)? = nil) { self.resolver = resolver }
  }

  @Test(arguments: [ObjectScope.transient, .graph, .container, .weak])
  func `a service of an actor is built there once, under both of its types`(scope: ObjectScope) async throws {
    let (container, builds) = (Container(), Counter())
    container.register(Screen.self) { @MainActor _ in
      builds.next()
      return Screen()
    }.inObjectScope(scope).implements(Show.self)
    #expect(try await container.requireAsync(Show.self) is Screen)
    #expect(builds.value == 1)
  }

  @Test(arguments: [ObjectScope.container, .weak, .graph, .transient])
  func `the instance that was awaited is seen under all its keys`(scope: ObjectScope) async throws {
    let container = Container()
    container.register(Play.self) { _ async in Play() }.inObjectScope(scope)
      .implements(Show.self).implements(String.self) { _ in "a play" }
    #expect(try await container.requireAsync(Show.self) is Play)
    #expect(try await container.requireAsync(String.self) == "a play")
    guard scope === ObjectScope.container else { return }
    let play = try await container.requireAsync(Play.self)
    let shows = [try await container.requireAsync(Show.self), container.resolve(Show.self)]
    #expect(shows.allSatisfy { $0 === play } && container.resolve(String.self) == "a play")
  }

  @Test(arguments: [ObjectScope.transient, .graph, .weak])
  func `what keeps its resolver keeps itself alive under neither type`(scope: ObjectScope) async throws {
    weak var container: Container?
    weak var play: (any Show)?
    do {
      let stage = Container()
      container = stage
      stage.register(Play.self) { r async in Play(r) }.inObjectScope(scope).implements(Show.self)
      let show = try await stage.requireAsync(Show.self)
      play = show
      #expect(play != nil)
    }
    #expect(await isReleased { play })
    #expect(await isReleased { container })
  }

  @Test func `a conversion may resolve, as a part of the cycle`() async throws {
    final class Part: Sendable {}
    let (container, parts) = (Container(), Recorder<Part>())
    container.register(Part.self) { _ in Part() }
    container.register(Play.self) { r async throws in
      parts.add(try r.require())
      return Play(r)
    }.implements([Part].self) { [unowned container] _ in [container.resolve(Part.self)!] }
    let converted = try await container.requireAsync([Part].self)
    #expect(parts.all.count == 1)
    #expect(converted.first === parts.all.first)
  }

  @Test(arguments: [false, true])
  func `a conversion is kept as long as the instance`(isOfParent: Bool) async throws {
    final class Adapter: Sendable {}
    let container = Container()
    let entry = container.register(Play.self) { r async in Play(r) }.inObjectScope(.container)
    let asking = isOfParent ? Container(parent: container) : container
    if isOfParent {
      asking.register(Adapter.self, name: "other") { _ in Adapter() }
      entry.implements(Adapter.self) { _ in Adapter() }
    } else {
      entry.implements(Adapter.self) { _ in Adapter() }
    }
    let adapter = try await asking.requireAsync(Adapter.self)
    #expect(try await asking.requireAsync(Adapter.self) === adapter)
    #expect(asking.resolve(Adapter.self) === adapter)
    container.resetObjectScope(.container)
    #expect(try await asking.requireAsync(Adapter.self) !== adapter)
  }
}
