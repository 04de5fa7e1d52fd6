import Facet
import FacetTestSupport
import Testing

/// What an awaited resolve builds in graph scope while several threads are parts of its cycle.
@Suite(.timeLimit(.minutes(5))) struct SharedCycleTests {
  final class Seed: @unchecked Sendable {
    // Unchecked: written by the completion, which comes before whatever reads it.
    var leaf: Leaf?
    var isComplete = false
  }

  final class Leaf: @unchecked Sendable {
    var seed: Seed?
  }

  final class Left: Sendable {
    let seed: Seed
    init(_ seed: Seed) { self.seed = seed }
  }

  final class Right: Sendable {
    let seed: Seed
    init(_ seed: Seed) { self.seed = seed }
  }

  struct Cancelled: Error {}

  /// Awaits a service whose factory lets two threads resolve by its resolver at the same time, and gives what each of them got.
  private func together<Part: Sendable>(
    _ container: Container, _ first: @escaping @Sendable (any Resolver) -> Part,
    _ second: @escaping @Sendable (any Resolver) -> Part
  ) async throws -> [Part] {
    container.register([Part].self) { r async throws in
      let resolver = r
      let runs = [ThreadRun { first(resolver) }, ThreadRun { second(resolver) }]
      return runs.compactMap(\.result)
    }
    let parts = try await container.requireAsync([Part].self)
    #expect(parts.count == 2)
    return parts
  }

  /// Awaits a service whose factory lets two threads resolve: the second begins when the first has stopped, and that goes on when the second
  /// rests.
  private func oneAfterTheOther<Part: Sendable>(
    _ container: Container, _ stop: Stop, _ first: @escaping @Sendable (any Resolver) -> Part,
    _ second: @escaping @Sendable (any Resolver) -> Part
  ) async throws -> [Part] {
    container.register([Part].self) { r async throws in
      let resolver = r
      let one = ThreadRun { first(resolver) }
      #expect(stop.waitForArrival())
      let other = ThreadRun { second(resolver) }
      #expect(other.rests)
      stop.release()
      return [one, other].compactMap(\.result)
    }
    let parts = try await container.requireAsync([Part].self)
    #expect(parts.count == 2)
    return parts
  }

  private func registerHalves(_ container: Container) {
    container.register(Left.self) { r in Left(try r.require()) }
    container.register(Right.self) { r in Right(try r.require()) }
  }

  @Test func `who asks while another part builds gets what that makes`() async throws {
    let (container, seeds, stop) = (Container(), Counter(), Stop())
    container.register(Seed.self) { _ in
      seeds.next()
      stop.halt()
      return Seed()
    }
    registerHalves(container)
    let parts = try await oneAfterTheOther(
      container, stop,
      { r in try? r.require(Left.self).seed },
      { r in try? r.require(Right.self).seed })
    #expect(parts[0] != nil)
    #expect(parts[0] === parts[1])
    #expect(seeds.value == 1)
  }

  @Test func `parts that race get one instance of each service`() async throws {
    for _ in 0..<300 {
      let (container, seeds) = (Container(), Counter())
      container.register(Seed.self) { _ in
        seeds.next()
        return Seed()
      }
      registerHalves(container)
      let start = Meeting(of: 2)
      let parts = try await together(
        container,
        { r in
          start.attend()
          return try? r.require(Left.self).seed
        },
        { r in
          start.attend()
          return try? r.require(Right.self).seed
        })
      #expect(parts[0] != nil)
      #expect(parts[0] === parts[1])
      #expect(seeds.value == 1)
    }
  }

  @Test func `nobody sees an instance of another part before it is complete`() async throws {
    let (container, stop) = (Container(), Stop())
    container.register(Seed.self) { _ in Seed() }
      .initCompleted { _, seed in
        stop.halt()
        seed.isComplete = true
      }
    registerHalves(container)
    let parts = try await oneAfterTheOther(
      container, stop,
      { r in (try? r.require(Left.self))?.seed.isComplete },
      { r in (try? r.require(Right.self))?.seed.isComplete })
    #expect(parts == [true, true])
  }

  @Test func `what a completion was given half-built is shown when that is complete`() async throws {
    let (container, stop) = (Container(), Stop())
    container.register(Leaf.self) { r in
      let leaf = Leaf()
      leaf.seed = try r.require()
      return leaf
    }
    container.register(Seed.self) { _ in Seed() }
      .initCompleted { r, seed in
        seed.leaf = r.resolve()
        stop.halt()
        seed.isComplete = true
      }
    let parts = try await oneAfterTheOther(
      container, stop,
      { r in (try? r.require(Seed.self))?.isComplete },
      { r in
        let leaf = try? r.require(Leaf.self)
        return leaf?.seed?.isComplete == true && leaf?.seed?.leaf === leaf
      })
    #expect(parts == [true, true])
  }

  @Test func `services that complete one another over two parts are one of each`() async throws {
    for _ in 0..<300 {
      let (container, seeds, leaves, start) = (Container(), Counter(), Counter(), Meeting(of: 2))
      container.register(Seed.self) { _ in
        seeds.next()
        start.attend()
        return Seed()
      }.initCompleted { r, seed in
        seed.leaf = r.resolve()
        seed.isComplete = true
      }
      container.register(Leaf.self) { _ in
        leaves.next()
        start.attend()
        return Leaf()
      }.initCompleted { r, leaf in leaf.seed = r.resolve() }
      let parts = try await together(
        container,
        { r -> Seed? in try? r.require(Seed.self) },
        { r -> Seed? in
          let leaf = try? r.require(Leaf.self)
          #expect(leaf?.seed?.leaf === leaf)
          #expect(leaf?.seed?.isComplete == true)
          return leaf?.seed
        })
      #expect(parts[0] != nil)
      #expect(parts[0] === parts[1])
      #expect(parts[0]?.leaf?.seed === parts[0])
      #expect((seeds.value, leaves.value) == (1, 1))
    }
  }

  @Test func `who waited for a build that fails builds anew`() async throws {
    let (container, seeds, stop) = (Container(), Counter(), Stop())
    container.failureHandler = { _ in }
    container.register(Seed.self) { _ in
      guard seeds.next() > 1 else {
        stop.halt()
        throw Cancelled()
      }
      return Seed()
    }
    registerHalves(container)
    let parts = try await oneAfterTheOther(
      container, stop,
      { r in r.resolve(Left.self)?.seed },
      { r in r.resolve(Right.self)?.seed })
    #expect(parts[0] == nil)
    #expect(parts[1] != nil)
    #expect(seeds.value == 2)
  }

  @Test func `factories that need one another over two parts are a loop in both`() async throws {
    let (container, start) = (Container(), Meeting(of: 2))
    container.register(Left.self) { r in
      start.attend()
      _ = try r.require(Right.self)
      return Left(Seed())
    }
    container.register(Right.self) { r in
      start.attend()
      _ = try r.require(Left.self)
      return Right(Seed())
    }
    let code = { @Sendable (body: () throws -> Void) -> ResolutionError.Code? in
      do { try body() } catch { return (error as? ResolutionError)?.code }
      return nil
    }
    let parts = try await together(
      container,
      { r in code { _ = try r.require(Left.self) } },
      { r in code { _ = try r.require(Right.self) } })
    #expect(parts == [.loop, .loop])
  }

  @Test func `other arguments do not wait`() async throws {
    let (container, start) = (Container(), Meeting(of: 2))
    let built = Counter()
    container.register(Leaf.self) { (_: any Resolver, number: Int) in
      built.next()
      start.attend()
      return Leaf()
    }
    let parts = try await together(
      container,
      { r in r.resolve(Leaf.self, argument: 1) },
      { r in r.resolve(Leaf.self, argument: 2) })
    #expect(parts[0] != nil && parts[1] != nil)
    #expect(parts[0] !== parts[1])
    #expect(built.value == 2)
  }

  @Test func `equal arguments wait`() async throws {
    let (container, built, stop) = (Container(), Counter(), Stop())
    container.register(Leaf.self) { (_: any Resolver, number: Int) in
      built.next()
      stop.halt()
      return Leaf()
    }
    let parts = try await oneAfterTheOther(
      container, stop,
      { r in r.resolve(Leaf.self, argument: 1) },
      { r in r.resolve(Leaf.self, argument: 1) })
    #expect(parts[0] != nil)
    #expect(parts[0] === parts[1])
    #expect(built.value == 1)
  }

  @Test func `a value is built by each part, as in a cycle of one thread`() async throws {
    let (container, built) = (Container(), Counter())
    container.register(Int.self) { _ in built.next() }
    for _ in 0..<20 {
      let start = Meeting(of: 2)
      let parts = try await together(
        container,
        { r in
          start.attend()
          return r.resolve(Int.self)
        },
        { r in
          start.attend()
          return r.resolve(Int.self)
        })
      #expect(parts[0] != parts[1])
    }
    #expect(built.value == 40)
  }

  @Test func `a shared service and one of the cycle that need one another over two parts`() async throws {
    for _ in 0..<300 {
      let (container, start) = (Container(), Meeting(of: 2))
      container.register(Seed.self) { _ in
        start.attend()
        return Seed()
      }.inObjectScope(.container).initCompleted { r, seed in seed.leaf = r.resolve() }
      container.register(Leaf.self) { r in
        start.attend()
        let leaf = Leaf()
        leaf.seed = try r.require()
        return leaf
      }
      let parts = try await together(
        container,
        { r in r.resolve(Seed.self) },
        { r in r.resolve(Leaf.self)?.seed })
      #expect(parts[0] != nil)
      #expect(parts[0] === parts[1])
      #expect(parts[0]?.leaf?.seed === parts[0])
    }
  }

  @Test func `a crowd of parts asks for many services in any order`() async throws {
    for round in 0..<20 {
      let container = Container()
      let counters = (0..<30).map { _ in Counter() }
      for number in 0..<30 {
        container.register(Leaf.self, name: "\(number)") { r in
          counters[number].next()
          for other in (number + 1)..<min(number + 4, 30) where other < 30 {
            _ = try r.require(Leaf.self, name: "\(other)")
          }
          return Leaf()
        }
      }
      container.register([ObjectIdentifier: Int].self) { r async throws in
        try await withThrowingTaskGroup(of: [(Int, Leaf)].self) { group in
          for task in 0..<8 {
            group.addTask {
              var sequence = Sequence32(round * 8 + task)
              var seen: [(Int, Leaf)] = []
              for step in 0..<30 {
                let number = sequence.next(below: 30)
                let name = "\(number)"
                let leaf =
                  step % 2 == 0
                  ? try r.require(Leaf.self, name: name) : try await r.requireAsync(Leaf.self, name: name)
                seen.append((number, leaf))
              }
              return seen
            }
          }
          var all: [ObjectIdentifier: Int] = [:]
          var leaves: [Leaf] = []
          for try await seen in group {
            for (number, leaf) in seen {
              all[ObjectIdentifier(leaf)] = number
              leaves.append(leaf)
            }
          }
          return withExtendedLifetime(leaves) { all }
        }
      }
      let all = try await container.requireAsync([ObjectIdentifier: Int].self)
      #expect(Set(all.values).count == all.count, "One instance for each name")
      #expect(counters.allSatisfy { $0.value <= 1 })
    }
  }
}
