import Facet
import FacetTestSupport
import Testing

/// What asynchronous services share within a cycle.
@Suite(.timeLimit(.minutes(20))) struct AsyncScopeTests {
  final class Seed: Sendable {}

  class Half: @unchecked Sendable {
    let seed: Seed
    init(_ seed: Seed) { self.seed = seed }
  }
  final class Left: Half, @unchecked Sendable {}
  final class Right: Half, @unchecked Sendable {}

  final class Tree: Sendable {
    let left: Left
    let right: Right
    init(_ left: Left, _ right: Right) {
      self.left = left
      self.right = right
    }
  }

  /// Registers a tree whose two halves need one seed.
  private func plant(_ container: Container, _ seeds: Counter, seedIsAwaited: Bool) {
    let make = { @Sendable in
      seeds.next()
      return Seed()
    }
    if seedIsAwaited {
      container.register(Seed.self) { _ async in
        await Task.yield()
        return make()
      }
    } else {
      container.register(Seed.self) { _ in make() }
    }
    container.register(Left.self) { r async throws in
      let seed = seedIsAwaited ? try await r.requireAsync(Seed.self) : try r.require(Seed.self)
      await Task.yield()
      return Left(seed)
    }
    container.register(Right.self) { r async throws in
      await Task.yield()
      return Right(seedIsAwaited ? try await r.requireAsync(Seed.self) : try r.require(Seed.self))
    }
  }

  @Test(arguments: [false, true], [ObjectScope.graph, .container, .weak])
  func `two dependencies share the cycle, in turn`(seedIsAwaited: Bool, scope: ObjectScope) async throws {
    let (container, seeds) = (Container(), Counter())
    plant(container, seeds, seedIsAwaited: seedIsAwaited)
    container.register(Tree.self) { r async throws in
      Tree(try await r.requireAsync(), try await r.requireAsync())
    }.inObjectScope(scope)
    let tree = try await container.requireAsync(Tree.self)
    #expect(tree.left.seed === tree.right.seed)
    #expect(seeds.value == 1)
    let other = try await container.requireAsync(Tree.self)
    #expect((other.left.seed === tree.left.seed) == (scope !== ObjectScope.graph))
  }

  @Test func `child tasks that ask one after the other get one`() async throws {
    let (container, seeds) = (Container(), Counter())
    plant(container, seeds, seedIsAwaited: true)
    container.register([Seed].self) { r async throws in
      var all: [Seed] = []
      for _ in 0..<3 {
        async let seed = r.requireAsync(Seed.self)
        all.append(try await seed)
        async let left = r.requireAsync(Left.self)
        all.append(try await left.seed)
      }
      return all
    }
    let all = try await container.requireAsync([Seed].self)
    #expect(all.allSatisfy { $0 === all[0] })
    #expect(seeds.value == 1)
  }

  /// They may get two instances, but neither waits for the other, nor gets what is half-built.
  @Test func `child tasks that ask at once all get a service, and one stays in the cycle`() async throws {
    let (container, stop, seeds) = (Container(), AsyncStop(), Counter())
    container.register(Seed.self) { _ async in
      if seeds.next() == 1 { await stop.halt() }
      return Seed()
    }
    container.register([Seed].self) { r async throws in
      async let first = r.requireAsync(Seed.self)
      await stop.waitForArrival()
      async let second = r.requireAsync(Seed.self)
      await letOthersRun()
      stop.release()
      return [
        try await first, try await second, try await r.requireAsync(Seed.self),
        try await r.requireAsync(Seed.self),
      ]
    }
    let all = try await container.requireAsync([Seed].self)
    #expect(all[2] === all[3])
    #expect(all[2] === all[0] || all[2] === all[1])
  }

  /// An argument that holds an object, and is not one.
  struct Soil: Hashable, Sendable {
    final class Grain: Sendable {}
    let grain = Grain()
    let place: Int
    static func == (left: Soil, right: Soil) -> Bool { left.place == right.place }
    func hash(into hasher: inout Hasher) { hasher.combine(place) }
  }

  struct WeakGrain {
    weak var grain: Soil.Grain?
  }

  @Test(arguments: [false, true])
  func `a service is found by arguments with objects, which go with the cycle`(isAwaited: Bool) async throws {
    let container = Container()
    let trace = Locked(WeakGrain())
    if isAwaited {
      container.register(Seed.self) { (_, _: Soil) async in Seed() }
    } else {
      container.register(Seed.self) { (_, _: Soil) in Seed() }
    }
    container.register([Seed].self) { r async throws in
      let soil = Soil(place: 1)
      trace.withLock { $0.grain = soil.grain }
      var seeds: [Seed] = []
      for soil in [soil, Soil(place: 2), Soil(place: 1)] {
        seeds.append(
          isAwaited ? try await r.requireAsync(argument: soil) : try r.require(Seed.self, argument: soil))
        await Task.yield()
      }
      return seeds
    }
    let seeds = try await container.requireAsync([Seed].self)
    #expect(seeds[0] === seeds[2])
    #expect(seeds[0] !== seeds[1])
    #expect(await isReleased { trace.withLock(\.grain) })
  }

  @Test func `synchronous services inside join the cycle`() async throws {
    let container = Container()
    container.register(Seed.self) { _ in Seed() }
    container.register(Left.self) { r in Left(try r.require()) }
    container.register(Right.self) { r in Right(try r.require()) }
    container.register([Seed].self) { r async throws in
      let left = try r.require(Left.self)
      await Task.yield()
      return [left.seed, try r.require(Right.self).seed, try await r.requireAsync(Seed.self)]
    }
    let seeds = try await container.requireAsync([Seed].self)
    #expect(seeds.allSatisfy { $0 === seeds[0] })
  }

  @Test func `an instance of graph scope that nobody holds lives to the end of the cycle`() async throws {
    let (container, seeds) = (Container(), Counter())
    container.register(Seed.self) { _ in
      seeds.next()
      return Seed()
    }
    container.register(Left.self) { r async in
      seeds.next()
      return Left(r.resolve(Seed.self)!)
    }
    container.register(Int.self) { r async throws in
      _ = try r.require(Seed.self)
      await Task.yield()
      _ = try r.require(Seed.self)
      _ = try await r.requireAsync(Left.self)
      await Task.yield()
      _ = try await r.requireAsync(Left.self)
      return seeds.value
    }
    #expect(try await container.requireAsync(Int.self) == 2)
  }

  @Test func `a transient service is new each time`() async throws {
    let container = Container()
    container.register(Seed.self) { _ async in Seed() }.inObjectScope(.transient)
    container.register([Seed].self) { r async throws in
      [try await r.requireAsync(Seed.self), try await r.requireAsync(Seed.self)]
    }
    let seeds = try await container.requireAsync([Seed].self)
    #expect(seeds[0] !== seeds[1])
  }

  @Test func `what outlives an awaited cycle keeps none of its instances`() async throws {
    let container = Container()
    let (identities, wrappers) = (Recorder<GraphIdentifier>(), Recorder<Lazy<Left>>())
    container.register(Seed.self) { _ in Seed() }
    container.register(Left.self) { r in Left(try r.require()) }
    container.register(Right.self) { r async throws in
      let seed = try r.require(Seed.self)
      identities.add(try r.require())
      wrappers.add(try r.require())
      await Task.yield()
      #expect(try r.require(Seed.self) === seed)
      return Right(seed)
    }.inObjectScope(.transient)
    weak var seed: Seed?
    seed = try await container.requireAsync(Right.self).seed
    #expect(identities.all.count == 1)
    #expect(wrappers.all.count == 1)
    #expect(await isReleased { seed })
  }

  @Test(arguments: [ObjectScope.session, .perArgument, .graph])
  func `a recursion over smaller arguments is legal, as for a thread`(scope: ObjectScope) async throws {
    let container = Container()
    container.register([Int].self) { (r: any Resolver, number: Int) async throws in
      number == 0 ? [0] : try await r.requireAsync([Int].self, argument: number - 1) + [number]
    }.inObjectScope(scope)
    #expect(try await container.requireAsync([Int].self, argument: 3) == [0, 1, 2, 3])
    container.register(Int.self) { (r: any Resolver, number: Int) async throws in
      try await r.requireAsync(Int.self, argument: number)
    }.inObjectScope(scope)
    await #expect(throws: ResolutionError.self) { try await container.requireAsync(Int.self, argument: 3) }
  }

  @Test func `a weak service lives as long as the cycle that built it`() async throws {
    let (container, seeds) = (Container(), Counter())
    container.register(Seed.self) { _ async in
      seeds.next()
      return Seed()
    }.inObjectScope(.weak)
    container.register(Int.self) { r async throws in
      for _ in 0..<3 { _ = try await r.requireAsync(Seed.self) }
      return seeds.value
    }
    #expect(try await container.requireAsync(Int.self) == 1)
    #expect(try await container.requireAsync(Int.self) == 2)
  }

  @Test func `lazies that are used in an asynchronous factory add nothing to its cycle`() async throws {
    let container = Container()
    container.register(Int.self) { (_, number: Int) in number }
    container.register(Seed.self) { _ in Seed() }
    container.register(Bool.self) { r async throws in
      _ = try r.require(Int.self, argument: 1)
      // Each one doubled the instances that were built with arguments.
      for _ in 0..<60 { _ = try r.require(Lazy<Seed>.self).require() }
      return true
    }
    #expect(try await container.requireAsync(Bool.self))
  }
}
