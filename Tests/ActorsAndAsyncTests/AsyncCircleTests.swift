import Facet
import FacetTestSupport
import Testing

/// Awaited services that need one another: a loop, unless a lazy or a provider is on the way.
@Suite(.timeLimit(.minutes(20))) struct AsyncCircleTests {
  final class Ring: @unchecked Sendable {
    // Unchecked: set by the completion, which comes before whatever reads it.
    var next: Ring?
    init() {}
    init(_ next: Ring) { self.next = next }
  }

  private static let scopes: [ObjectScope] = [.container, .weak, .graph, .transient]

  /// Registers a wheel, whose factory needs the hub; a completion of the hub awaits the wheel, and tells how that went.
  private func registerWheel(
    in container: Container, _ scopes: (wheel: ObjectScope, hub: ObjectScope)
  ) -> Recorder<ResolutionError> {
    let errors = Recorder<ResolutionError>()
    container.register(Ring.self, name: "wheel", fileID: "Wheel.swift", line: 1) { r async throws in
      Ring(try await r.requireAsync(name: "hub"))
    }.inObjectScope(scopes.wheel)
    container.register(Ring.self, name: "hub", fileID: "Wheel.swift", line: 2) { _ async in Ring() }
      .inObjectScope(scopes.hub).initCompleted { r, hub async in
        do throws(ResolutionError) {
          hub.next = try await r.requireAsync(name: "wheel")
        } catch {
          errors.add(error)
        }
      }
    return errors
  }

  @Test(arguments: scopes, scopes)
  func `a circle over a completion is an error with its path, whichever is asked first`(
    wheel: ObjectScope, hub: ObjectScope
  ) async throws {
    for name in ["wheel", "hub"] {
      let container = Container()
      let errors = registerWheel(in: container, (wheel, hub))
      let ring = try await container.requireAsync(Ring.self, name: name)
      // The completion is what could not be done; the services are complete without it.
      #expect((name == "wheel" ? ring.next : ring)?.next == nil)
      #expect(errors.all.map(\.code) == [.loop])
      let path = name == "wheel" ? ["wheel", "hub", "wheel"] : ["hub", "wheel", "hub"]
      #expect(errors.all.first?.path.map(\.name) == path)
    }
  }

  @Test func `its text says how to open it`() async throws {
    let container = Container()
    let errors = registerWheel(in: container, (.container, .container))
    _ = try await container.requireAsync(Ring.self, name: "hub")
    #expect(
      errors.all.first?.description == """
        'AsyncCircleTests.Ring' named "hub" needs itself to be built.

          Path:     AsyncCircleTests.Ring "hub" → AsyncCircleTests.Ring "wheel" → AsyncCircleTests.Ring "hub"
          Places:   'AsyncCircleTests.Ring' named "hub"     registered at Wheel.swift:2
                    'AsyncCircleTests.Ring' named "wheel"   registered at Wheel.swift:1

        To fix this, do one of:
          • Ask for AsyncLazy<AsyncCircleTests.Ring> or AsyncProvider<AsyncCircleTests.Ring>, by resolver.require(AsyncLazy<AsyncCircleTests.Ring>.self, name: "hub"), in a list by resolver.requireAll(AsyncLazy<AsyncCircleTests.Ring>.self), in the factory of 'AsyncCircleTests.Ring' named "wheel", and let the service keep that: it is used later, when all are built.
        """)
  }

  final class Hub: @unchecked Sendable {
    // Unchecked: set by the completion, which comes before whatever reads it.
    var find: (@Sendable () async throws -> Wheel)?
  }

  final class Wheel: Sendable {
    let hub: Hub
    init(_ hub: Hub) { self.hub = hub }
  }

  enum Way: CaseIterable { case asyncLazy, asyncProvider, lazy, provider }

  @Test(arguments: Way.allCases, [ObjectScope.container, .weak])
  func `a lazy or a provider opens it, whichever is asked first`(way: Way, scope: ObjectScope) async throws {
    let isSynchronous = way == .lazy || way == .provider
    // A synchronous wheel finds the hub when that is there, and must be asked for after it.
    for isHubFirst in isSynchronous ? [true] : [true, false] {
      let container = Container()
      container.register(Hub.self) { _ async in Hub() }.inObjectScope(scope)
        .initCompleted { r, hub async in
          switch way {
          case .asyncLazy:
            hub.find = { [lazy = r.resolve(AsyncLazy<Wheel>.self)!] in try await lazy.require() }
          case .asyncProvider:
            hub.find = { [provider = r.resolve(AsyncProvider<Wheel>.self)!] in try await provider.require() }
          case .lazy:
            hub.find = { [lazy = r.resolve(Lazy<Wheel>.self)!] in try lazy.require() }
          case .provider:
            hub.find = { [provider = r.resolve(Provider<Wheel>.self)!] in try provider.require() }
          }
        }
      let entry =
        isSynchronous
        ? container.register(Wheel.self) { r in Wheel(try r.require()) }
        : container.register(Wheel.self) { r async throws in Wheel(try await r.requireAsync()) }
      entry.inObjectScope(scope)
      let hub =
        isHubFirst
        ? try await container.requireAsync(Hub.self) : try await container.requireAsync(Wheel.self).hub
      let wheel = try await hub.find?()
      #expect(wheel?.hub === hub, "\(isHubFirst)")
      // The reference cycle ends here.
      hub.find = nil
    }
  }

  // MARK: - Synchronous parts

  @Test(arguments: scopes, [false, true])
  func `a synchronous part that needs what is being built or completed around it is a loop`(
    scope: ObjectScope, isCompleted: Bool
  ) async {
    let (container, errors) = (Container(), Recorder<ResolutionError>())
    @Sendable func needWheel(_ r: any Resolver) {
      do throws(ResolutionError) { _ = try r.require(Wheel.self) } catch { errors.add(error) }
    }
    container.register(Hub.self) { r async in
      if !isCompleted { needWheel(r) }
      return Hub()
    }.inObjectScope(scope).initCompleted { r, _ in if isCompleted { needWheel(r) } }
    container.register(Wheel.self) { r in Wheel(try r.require()) }.inObjectScope(scope)
    _ = try? await container.requireAsync(Hub.self)
    #expect(errors.all.map(\.code) == [.loop])
    let path = ["'AsyncCircleTests.Hub'", "'AsyncCircleTests.Wheel'", "'AsyncCircleTests.Hub'"]
    #expect(errors.all.first?.path.map(\.description) == path)
  }

  @Test(arguments: [ObjectScope.container, .weak], [false, true])
  func `what another task builds must be awaited`(scope: ObjectScope, isCompleted: Bool) async throws {
    let (container, stop) = (Container(), AsyncStop())
    container.register(Hub.self) { _ async in
      if !isCompleted { await stop.halt() }
      return Hub()
    }.inObjectScope(scope)
      .initCompleted { _, _ async in if isCompleted { await stop.halt() } }
    container.register(Wheel.self) { r in Wheel(try r.require()) }
    let hub = Task { try await container.requireAsync(Hub.self) }
    await stop.waitForArrival()
    let error = await expectFailure(.needsAwait) { try await container.requireAsync(Wheel.self) }
    #expect(error?.path.map(\.description) == ["'AsyncCircleTests.Wheel'", "'AsyncCircleTests.Hub'"])
    stop.release()
    let complete = try await hub.value
    #expect(try await container.requireAsync(Wheel.self).hub === complete)
  }

  // MARK: - Recursions

  struct Holder: Sendable { let lazy: AsyncLazy<Ring> }

  @Test func `a lazy whose service needs it is a loop`() async throws {
    let container = Container()
    container.register(Holder.self) { r in Holder(lazy: try r.require(AsyncLazy<Ring>.self, name: "b")) }
      .inObjectScope(.container)
    container.register(Ring.self, name: "a") { r async throws in
      Ring(try await r.require(Holder.self).lazy.require())
    }.inObjectScope(.container)
    container.register(Ring.self, name: "b") { r async throws in
      Ring(try await r.requireAsync(name: "a"))
    }.inObjectScope(.container)
    let error = await expectFailure(.loop) { try await container.require(Holder.self).lazy.require() }
    #expect(error?.path.map(\.name) == ["b", "a", "b"])
  }

  @Test func `a recursion by new lazies is a loop`() async throws {
    let (container, builds) = (Container(), Counter())
    container.register(Holder.self) { r async throws in
      builds.next()
      _ = try await r.require(AsyncLazy<Ring>.self).require()
      return Holder(lazy: try r.require())
    }
    container.register(Ring.self) { r async throws in
      _ = try await r.requireAsync(Holder.self)
      return Ring()
    }
    await expectFailure(.loop) { try await container.requireAsync(Holder.self) }
    #expect(builds.value == 1)
  }

  @Test func `a recursion by providers ends with an error, and one with an end is none`() async throws {
    let (container, builds) = (Container(), Counter())
    container.register(Ring.self) { (r: any Resolver, depth: Int) async throws in
      builds.next()
      if depth > 0 { _ = try await r.require(AsyncProvider<Ring, Int>.self).require(depth - 1) }
      return Ring()
    }
    _ = try await container.requireAsync(Ring.self, argument: 500)
    #expect(builds.value == 501)
    await expectFailure(.tooDeep) { try await container.requireAsync(Ring.self, argument: Int.max) }
  }

  @Test func `a container that a build of it waits for does not close`() async throws {
    let parent = Container()
    let child = Container(parent: parent)
    parent.register(Ring.self, name: "inner") { _ async throws in
      try await child.closeAsync()
      return Ring()
    }.inObjectScope(.container)
    child.register(Ring.self, name: "outer") { r async throws in
      Ring(try await r.requireAsync(name: "inner"))
    }.inObjectScope(.container)
    let error = await #expect(throws: ResolutionError.self) {
      try await child.requireAsync(Ring.self, name: "outer")
    }
    #expect(error?.underlyingError is CloseError)
    #expect(!child.isClosed)
  }
}
