import Facet
import FacetTestSupport
import Testing

/// Factories that need one another, within one task and over several.
@Suite(.timeLimit(.minutes(20))) struct AsyncLoopTests {
  final class Egg: Sendable {}
  final class Hen: Sendable {}
  final class Farm: Sendable {}

  @Test func `a loop over the resolver of a build that is over is found`() async throws {
    struct Basket: Sendable { let resolver: any Resolver }
    let container = Container(defaultObjectScope: .container)
    container.register(Basket.self) { r async in Basket(resolver: r) }
    container.register(Egg.self) { r async throws in
      try await r.requireAsync(Basket.self).resolver.requireAsync(Egg.self)
    }
    await expectFailure(.loop) { try await container.requireAsync(Egg.self) }
  }

  @Test func `a loop over the resolver of a build that waits is found`() async throws {
    let container = Container(defaultObjectScope: .container)
    let outer = Locked<(any Resolver)?>(nil)
    container.register(Hen.self) { r async throws in
      outer.exchange(r)
      _ = try await r.requireAsync(Egg.self)
      return Hen()
    }
    container.register(Egg.self) { _ async throws in try await outer.value!.requireAsync(Egg.self) }
    await expectFailure(.loop) { try await container.requireAsync(Hen.self) }
    outer.exchange(nil)
  }

  @Test(arguments: [ObjectScope.container, .graph, .transient])
  func `a failed build hinders nobody, though a task of it goes on`(scope: ObjectScope) async throws {
    let (container, hasBegun, isOver) = (Container(), AsyncGate(), AsyncGate())
    let first = Locked<Task<Hen, any Error>?>(nil)
    container.register(Hen.self) { r async throws in
      hasBegun.open()
      await isOver.pass()
      _ = try await r.requireAsync(Egg.self)
      return Hen()
    }
    container.register(Egg.self) { r async throws in
      guard first.value == nil else { return Egg() }
      first.exchange(Task { try await r.requireAsync(Hen.self) })
      await hasBegun.pass()
      throw Closed()
    }.inObjectScope(scope)
    await expectFailure(.factoryFailed) { try await container.requireAsync(Egg.self) }
    isOver.open()
    _ = try await first.value?.value
  }

  @Test(arguments: [ObjectScope.container, .weak, .graph, .transient])
  func `a loop in one task is found, with its path`(scope: ObjectScope) async throws {
    let container = Container()
    container.register(Egg.self) { r async throws in
      _ = try await r.requireAsync(Hen.self)
      return Egg()
    }.inObjectScope(scope)
    container.register(Hen.self) { r async throws in
      _ = try await r.requireAsync(Egg.self)
      return Hen()
    }.inObjectScope(scope)
    container.register(Farm.self) { r async throws in
      _ = try await r.requireAsync(Hen.self)
      return Farm()
    }
    let error = await expectFailure(.loop) { try await container.requireAsync(Farm.self) }
    let hen = ServiceKey(Hen.self)
    #expect(error?.path == [ServiceKey(Farm.self), hen, ServiceKey(Egg.self), hen])
  }

  @Test(arguments: [ObjectScope.container, .weak, .scoped])
  func `a loop is found though a reset has given up what is built`(scope: ObjectScope) async throws {
    let container = Container()
    let builds = Counter()
    container.register(Egg.self) { r async throws in
      builds.next()
      container.resetObjectScope(scope)
      return Egg()
    }.inObjectScope(scope).initCompleted { r, _ async throws in _ = try await r.requireAsync(Egg.self) }
    let error = await expectFailure(.loop) { try await container.requireAsync(Egg.self) }
    #expect(error?.path == [ServiceKey(Egg.self), ServiceKey(Egg.self)])
    #expect(builds.value == 1)
    try container.close()
  }

  @Test func `a loop over the container that a shared factory captured is found`() async throws {
    let container = Container()
    container.register(Egg.self) { [unowned container] _ async throws in
      _ = try await container.requireAsync(Egg.self)
      return Egg()
    }.inObjectScope(.container)
    let error = await expectFailure(.loop) { try await container.requireAsync(Egg.self) }
    #expect(error?.path.map(\.description) == ["'AsyncLoopTests.Egg'", "'AsyncLoopTests.Egg'"])
  }

  @Test(arguments: [2, 3])
  func `a loop that several tasks close together is found by all, with its path`(count: Int) async throws {
    let (container, meeting) = (Container(), AsyncMeeting(of: count))
    for number in 0..<count {
      container.register(Half.self, name: "\(number)") { r async throws in
        await meeting.attend()
        return try await r.requireAsync(Half.self, name: "\((number + 1) % count)")
      }.inObjectScope(.container)
    }
    let tasks = (0..<count).map { number in
      Task { try await container.requireAsync(Half.self, name: "\(number)") }
    }
    for task in tasks {
      let error = await expectFailure(.loop) { try await task.value }
      let path = error?.path.map(\.name) ?? []
      #expect(Set(path).count == count && path.contains(error?.key.name))
    }
  }

  @Test func `two branches of one cycle that need one another are found`() async throws {
    let container = Container()
    let meeting = AsyncMeeting(of: 2)
    container.register(Egg.self) { r async throws in
      await meeting.attend()
      _ = try await r.requireAsync(Hen.self)
      return Egg()
    }
    container.register(Hen.self) { r async throws in
      await meeting.attend()
      _ = try await r.requireAsync(Egg.self)
      return Hen()
    }
    container.register(Farm.self) { r async throws in
      async let egg = r.requireAsync(Egg.self)
      async let hen = r.requireAsync(Hen.self)
      _ = try await (egg, hen)
      return Farm()
    }
    await expectFailure(.loop) { try await container.requireAsync(Farm.self) }
  }

  // MARK: - Through completions

  final class Half: @unchecked Sendable {
    // Unchecked: set by the completion, which comes before whatever reads it.
    var other: Half?
    var isComplete = false
  }

  @Test func `of tasks whose completions need one another, one gets the loop with both paths`() async throws {
    for _ in 0..<50 {
      let (container, meeting) = (Container(), AsyncMeeting(of: 2))
      let errors = Recorder<ResolutionError>()
      for (name, other) in [("left", "right"), ("right", "left")] {
        container.register(Half.self, name: name) { _ async in Half() }.inObjectScope(.container)
          .initCompleted { r, half async in
            await meeting.attend()
            do throws(ResolutionError) {
              let other = try await r.requireAsync(Half.self, name: other)
              #expect(other.isComplete)
              half.other = other
            } catch {
              errors.add(error)
            }
            half.isComplete = true
          }
      }
      async let left = container.requireAsync(Half.self, name: "left")
      async let right = container.requireAsync(Half.self, name: "right")
      let halves = try await [left, right]
      #expect(halves.map(\.isComplete) == [true, true])
      #expect(errors.all.map(\.code) == [.loop])
      // The one that got the loop is complete without the other one, which has it.
      #expect(halves.filter { $0.other == nil }.count == 1)
      let path = errors.all.first?.path.map { $0.name ?? "" }
      #expect(path == ["left", "right", "left"] || path == ["right", "left", "right"])
    }
  }

  @Test func `nobody gets an awaited service before it is complete`() async throws {
    let (container, stop) = (Container(), AsyncStop())
    container.register(Half.self) { _ async in Half() }.inObjectScope(.container)
      .initCompleted { _, half async in
        await stop.halt()
        half.isComplete = true
      }
    let tasks = (0..<6).map { _ in
      Task { try await container.requireAsync(Half.self).isComplete }
    }
    await stop.waitForArrival()
    await letOthersRun()
    stop.release()
    for task in tasks { #expect(try await task.value) }
  }

  @Test func `a task that a factory leaves behind may need the service when that is over`() async throws {
    let (container, built) = (Container(), Counter())
    let failures = Recorder.failures(of: container)
    let (begun, ended) = (AsyncGate(), AsyncGate())
    container.register(Egg.self) { r async in
      built.next()
      Task { _ = try? await r.requireAsync(Half.self) }
      await begun.pass()
      ended.open()
      return Egg()
    }.inObjectScope(.container)
    container.register(Half.self) { _ async in Half() }.inObjectScope(.container)
      .initCompleted { r, half async in
        begun.open()
        await ended.pass()
        await letOthersRun()
        half.isComplete = (try? await r.requireAsync(Egg.self)) != nil
      }
    _ = try await container.requireAsync(Egg.self)
    #expect(try await container.requireAsync(Half.self).isComplete)
    #expect(built.value == 1)
    #expect(failures.all.isEmpty)
  }
}
