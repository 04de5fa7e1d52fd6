import Facet
import FacetTestSupport
import Synchronization
import Testing

/// Factories that need one another, within one task and over several.
@Suite(.timeLimit(.minutes(5))) struct AsyncLoopTests {
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

  @Test(arguments: [ObjectScope.container, .graph, .transient])
  func `a build that failed is in nobody's way, though a task of it goes on`(scope: ObjectScope) async throws
  {
    struct Failure: Error {}
    let (container, hasBegun, isOver) = (Container(), AsyncGate(), AsyncGate())
    let first = Mutex<Task<Hen, any Error>?>(nil)
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
    container.register(Farm.self) { r async throws in
      _ = try await r.requireAsync(Hen.self)
      return Farm()
    }
    let error = await #expect(throws: ResolutionError.self) { try await container.requireAsync(Farm.self) }
    #expect(error?.code == .loop)
    #expect(
      error?.description == """
        'AsyncLoopTests.Hen' needs itself to be built.

          Path:    AsyncLoopTests.Farm → AsyncLoopTests.Hen → AsyncLoopTests.Egg → AsyncLoopTests.Hen
          Place:   registered at Farm.swift:2

        To fix this, do one of:
          • Set one of the dependencies in initCompleted, where it is found half-built.
          • Ask for AsyncLazy<AsyncLoopTests.Hen> or AsyncProvider<AsyncLoopTests.Hen> in one of the factories.
        """)
  }

  final class Spoke: Sendable {
    let hub: Hub
    init(_ hub: Hub) { self.hub = hub }
  }
  final class Hub: @unchecked Sendable {
    var spoke: Spoke?
  }

  /// As in one thread: the instance that the completion got counts, and the factory around it is given that one.
  @Test(arguments: [false, true], [ObjectScope.graph, .container])
  func `a circle over a completion ends with one instance of each, entered at its inner service`(
    isNested: Bool, scope: ObjectScope
  ) async throws {
    let container = Container()
    container.register(Hub.self) { _ async in Hub() }
      .initCompleted { r, hub async in hub.spoke = await r.resolveAsync(Spoke.self) }
      .inObjectScope(scope)
    container.register(Spoke.self) { r async throws in Spoke(try await r.requireAsync(Hub.self)) }
      .inObjectScope(scope)
    container.register(Farm.self) { r async throws in
      let spoke = try await r.requireAsync(Spoke.self)
      #expect(spoke.hub.spoke === spoke)
      return Farm()
    }
    if isNested {
      _ = try await container.requireAsync(Farm.self)
    } else {
      let spoke = try await container.requireAsync(Spoke.self)
      #expect(spoke.hub.spoke === spoke)
    }
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

  final class Left: @unchecked Sendable {
    var right: Right?
    var isComplete = false
  }

  final class Right: @unchecked Sendable {
    var left: Left?
    var isComplete = false
  }

  @Test func `two tasks complete a circle together, and nobody sees a half of it before`() async throws {
    for _ in 0..<200 {
      let container = Container()
      container.register(Left.self) { _ async in
        await Task.yield()
        return Left()
      }.inObjectScope(.container).initCompleted { r, left async in
        left.right = await r.resolveAsync(Right.self)
        await Task.yield()
        left.isComplete = true
      }
      container.register(Right.self) { _ async in
        await Task.yield()
        return Right()
      }.inObjectScope(.container).initCompleted { r, right async in
        right.left = await r.resolveAsync(Left.self)
        await Task.yield()
        right.isComplete = true
      }
      await withTaskGroup { group in
        for number in 0..<6 {
          group.addTask {
            if number % 2 == 0 {
              let left = await container.resolveAsync(Left.self)
              #expect(left?.isComplete == true)
              #expect(left?.right?.isComplete == true)
              #expect(left?.right?.left === left)
            } else {
              let right = await container.resolveAsync(Right.self)
              #expect(right?.isComplete == true)
              #expect(right?.left?.isComplete == true)
              #expect(right?.left?.right === right)
            }
          }
        }
      }
      let left = container.resolve(Left.self)
      #expect(left?.right === container.resolve(Right.self))
      left?.right = nil
    }
  }
}
