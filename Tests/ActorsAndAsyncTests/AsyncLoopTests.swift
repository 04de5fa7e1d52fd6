import Facet
import FacetTestSupport
import Testing

/// Factories that need one another, within one task and over several.
@Suite(.timeLimit(.minutes(20))) struct AsyncLoopTests {
  final class Egg: Sendable {}
  final class Hen: Sendable {}
  final class Farm: Sendable {}

  @Test func `a loop over the resolver of a build that is over is found`() async throws {
    final class Basket: Sendable {
      let resolver: any Resolver
      init(_ resolver: any Resolver) { self.resolver = resolver }
    }
    let container = Container(defaultObjectScope: .container)
    container.register(Basket.self) { r async in Basket(r) }
    container.register(Egg.self) { r async throws in
      try await r.requireAsync(Basket.self).resolver.requireAsync(Egg.self)
    }
    let error = await #expect(throws: ResolutionError.self) { try await container.requireAsync(Egg.self) }
    #expect(error?.code == .loop)
  }

  @Test func `a loop over the resolver of a build that waits is found`() async throws {
    let container = Container(defaultObjectScope: .container)
    let outer = Locked<(any Resolver)?>(nil)
    container.register(Hen.self) { r async throws in
      outer.withLock { $0 = r }
      _ = try await r.requireAsync(Egg.self)
      return Hen()
    }
    container.register(Egg.self) { _ async throws in
      let resolver = outer.withLock { $0 }
      return try await resolver!.requireAsync(Egg.self)
    }
    let error = await #expect(throws: ResolutionError.self) { try await container.requireAsync(Hen.self) }
    #expect(error?.code == .loop)
    outer.withLock { $0 = nil }
  }

  @Test(arguments: [ObjectScope.container, .graph, .transient])
  func `a build that failed is in nobody's way, though a task of it goes on`(scope: ObjectScope) async throws
  {
    struct Failure: Error {}
    let (container, hasBegun, isOver) = (Container(), AsyncGate(), AsyncGate())
    let first = Locked<Task<Hen, any Error>?>(nil)
    container.register(Hen.self) { r async throws in
      hasBegun.open()
      await isOver.pass()
      _ = try await r.requireAsync(Egg.self)
      return Hen()
    }
    container.register(Egg.self) { r async throws in
      guard first.withLock({ $0 == nil }) else { return Egg() }
      let task = Task { try await r.requireAsync(Hen.self) }
      first.withLock { $0 = task }
      await hasBegun.pass()
      throw Failure()
    }.inObjectScope(scope)
    await #expect(throws: ResolutionError.self) { try await container.requireAsync(Egg.self) }
    isOver.open()
    _ = try await first.withLock(\.self)?.value
  }

  @Test(arguments: [ObjectScope.container, .weak, .graph, .transient])
  func `a loop in one task is found, with its path`(scope: ObjectScope) async throws {
    let container = Container()
    container.register(Egg.self, fileID: "Farm.swift", line: 1) { r async throws in
      _ = try await r.requireAsync(Hen.self)
      return Egg()
    }.inObjectScope(scope)
    container.register(Hen.self, fileID: "Farm.swift", line: 2) { r async throws in
      _ = try await r.requireAsync(Egg.self)
      return Hen()
    }.inObjectScope(scope)
    container.register(Farm.self, fileID: "Farm.swift", line: 3) { r async throws in
      _ = try await r.requireAsync(Hen.self)
      return Farm()
    }
    let error = await #expect(throws: ResolutionError.self) { try await container.requireAsync(Farm.self) }
    #expect(error?.code == .loop)
    #expect(
      error?.description == """
        'AsyncLoopTests.Hen' needs itself to be built.

          Path:     AsyncLoopTests.Farm → AsyncLoopTests.Hen → AsyncLoopTests.Egg → AsyncLoopTests.Hen
          Places:   'AsyncLoopTests.Farm'   registered at Farm.swift:3
                    'AsyncLoopTests.Hen'    registered at Farm.swift:2
                    'AsyncLoopTests.Egg'    registered at Farm.swift:1

        To fix this, do one of:
          • Ask for AsyncLazy<AsyncLoopTests.Hen> or AsyncProvider<AsyncLoopTests.Hen> in one of the factories.
        """)
  }

  @Test func `a loop over the container that a shared factory captured is found`() async throws {
    let container = Container()
    container.register(Egg.self) { [unowned container] _ async throws in
      _ = try await container.requireAsync(Egg.self)
      return Egg()
    }.inObjectScope(.container)
    let error = await #expect(throws: ResolutionError.self) { try await container.requireAsync(Egg.self) }
    #expect(error?.code == .loop)
    #expect(error?.path.map(\.description) == ["'AsyncLoopTests.Egg'", "'AsyncLoopTests.Egg'"])
  }

  @Test func `a loop that two tasks close together is found, with its path`() async throws {
    let container = Container()
    let (meeting, closing) = (AsyncMeeting(of: 2), AsyncStop())
    container.register(Egg.self, fileID: "Farm.swift", line: 1) { r async throws in
      await meeting.attend()
      _ = try await r.requireAsync(Hen.self)
      return Egg()
    }.inObjectScope(.container)
    container.register(Hen.self, fileID: "Farm.swift", line: 2) { r async throws in
      await meeting.attend()
      await closing.halt()
      _ = try await r.requireAsync(Egg.self)
      return Hen()
    }.inObjectScope(.container)
    let egg = Task { try await container.requireAsync(Egg.self) }
    let hen = Task { try await container.requireAsync(Hen.self) }
    await closing.waitForArrival()
    await letOthersRun()
    closing.release()
    let first = await #expect(throws: ResolutionError.self) { try await hen.value }
    let second = await #expect(throws: ResolutionError.self) { try await egg.value }
    #expect(first?.code == .loop)
    #expect(second?.code == .loop)
    #expect(
      first?.path.map(\.description) == [
        "'AsyncLoopTests.Hen'", "'AsyncLoopTests.Egg'", "'AsyncLoopTests.Hen'",
      ])
  }

  @Test func `a loop over three tasks is found by all of them`() async throws {
    let container = Container()
    let meeting = AsyncMeeting(of: 3)
    container.register(Egg.self) { r async throws in
      await meeting.attend()
      _ = try await r.requireAsync(Hen.self)
      return Egg()
    }.inObjectScope(.container)
    container.register(Hen.self) { r async throws in
      await meeting.attend()
      _ = try await r.requireAsync(Farm.self)
      return Hen()
    }.inObjectScope(.container)
    container.register(Farm.self) { r async throws in
      await meeting.attend()
      _ = try await r.requireAsync(Egg.self)
      return Farm()
    }.inObjectScope(.container)
    async let egg = container.requireAsync(Egg.self)
    async let hen = container.requireAsync(Hen.self)
    async let farm = container.requireAsync(Farm.self)
    var codes: [ResolutionError.Code?] = []
    do { _ = try await egg } catch { codes.append((error as? ResolutionError)?.code) }
    do { _ = try await hen } catch { codes.append((error as? ResolutionError)?.code) }
    do { _ = try await farm } catch { codes.append((error as? ResolutionError)?.code) }
    #expect(codes == [.loop, .loop, .loop])
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
    let error = await #expect(throws: ResolutionError.self) { try await container.requireAsync(Farm.self) }
    #expect(error?.code == .loop)
  }

  // MARK: - Through completions

  final class Half: @unchecked Sendable {
    // Unchecked: set by the completion, which comes before whatever reads it.
    var other: Half?
    var isComplete = false
  }

  @Test func `of two tasks whose completions need one another, one gets the loop with both paths`()
    async throws
  {
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

  @Test func `a task that a factory leaves behind may need the service once the factory is over`()
    async throws
  {
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
