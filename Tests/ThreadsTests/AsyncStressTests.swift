import Facet
import FacetTestSupport
import Testing

/// Many tasks that await the same services.
@Suite(.timeLimit(.minutes(20))) struct AsyncStressTests {
  final class Store: Sendable {}

  struct Closed: Error {}

  @Test func `10,000 tasks await a shared service first: one build, with a cancelled waiter`() async throws {
    let (container, builds, stop) = (Container(), Counter(), AsyncStop())
    // By their numbers; the first one's is 0.
    let (stores, gaveUp) = (Recorder<Store>(), Recorder<Int>())
    container.register(Store.self) { _ async in
      builds.next()
      await stop.halt()
      return Store()
    }.inObjectScope(.container)
    let first = Task {
      defer { gaveUp.add(0) }
      return try await container.requireAsync(Store.self)
    }
    await stop.waitForArrival()
    await withTaskGroup { group in
      for number in 1...10_000 {
        group.addTask {
          if number % 1_000 == 0 { withUnsafeCurrentTask { $0?.cancel() } }
          do throws(ResolutionError) {
            stores.add(try await container.requireAsync(Store.self))
          } catch {
            #expect(error.code == .cancelled)
            gaveUp.add(number)
          }
        }
      }
      first.cancel()
      // Neither the first one nor another waits for the build when it is cancelled.
      for _ in 0..<1_000 where !gaveUp.all.contains(0) || gaveUp.all.count < 2 { await letOthersRun() }
      stop.release()
    }
    let reason = await #expect(throws: ResolutionError.self) { try await first.value }
    #expect(reason?.code == .cancelled)
    let store = try await container.requireAsync(Store.self)
    #expect(builds.value == 1)
    #expect(stores.all.count + gaveUp.all.count == 10_001)
    #expect(2...11 ~= gaveUp.all.count)
    #expect(stores.all.allSatisfy { $0 === store })
  }

  @Test func `a build that fails is tried again by the next`() async throws {
    for _ in 0..<100 {
      let (container, builds) = (Container(), Counter())
      container.register(Store.self) { _ async throws in
        builds.next()
        let number = builds.value
        await Task.yield()
        if number < 4 { throw Closed() }
        return Store()
      }.inObjectScope(.container)
      let stores = Recorder<Store>()
      await withTaskGroup { group in
        for _ in 0..<20 {
          group.addTask {
            for _ in 0..<100 {
              guard let store = try? await container.requireAsync(Store.self) else { continue }
              return stores.add(store)
            }
          }
        }
      }
      #expect(builds.value == 4)
      #expect(stores.all.count == 20)
      #expect(stores.all.allSatisfy { $0 === stores.all[0] })
    }
  }

  final class Link: @unchecked Sendable {
    var next: Link?
    var isComplete = false

    /// This one and those that it leads to.
    var chain: [Link] { [self] + (next?.chain ?? []) }
  }

  @Test func `chains of completions, with resets, are complete for everybody`() async throws {
    let container = Container()
    let failures = Recorder.failures(of: container)
    for number in 0..<4 {
      container.register(Link.self, name: "\(number)") { _ async in
        await Task.yield()
        return Link()
      }.inObjectScope(.container).initCompleted { r, link async in
        if number < 3 { link.next = (try? await r.requireAsync(Link.self, name: "\(number + 1)")) }
        link.isComplete = true
      }
    }
    await withTaskGroup { group in
      for task in 0..<8 {
        group.addTask {
          var sequence = Sequence32(task)
          for _ in 0..<200 {
            if sequence.next(below: 10) == 0 { container.resetObjectScope(.container) }
            let number = sequence.next(below: 4)
            let link = (try? await container.requireAsync(Link.self, name: "\(number)"))
            let areComplete = link?.chain.map(\.isComplete)
            #expect(areComplete == Array(repeating: true, count: 4 - number))
          }
        }
      }
    }
    #expect(failures.all == [])
  }

  @Test func `synchronous and awaited resolves, resets and changes of scope go together`() async throws {
    let container = Container()
    container.failureHandler = { _ in }
    let entry = container.register(Store.self) { _ async in
      await Task.yield()
      return Store()
    }.inObjectScope(.container)
    container.register([Store].self) { r async throws in
      async let first = r.requireAsync(Store.self)
      async let second = r.requireAsync(Store.self)
      return try await [first, second]
    }
    await withTaskGroup { group in
      for task in 0..<8 {
        group.addTask {
          var sequence = Sequence32(task)
          for _ in 0..<300 {
            switch sequence.next(below: 8) {
            case 0: container.resetObjectScope(.container)
            case 1: _ = entry.inObjectScope([ObjectScope.container, .graph, .weak][sequence.next(below: 3)])
            case 2: _ = container.resolve(Store.self)
            case 3, 4: #expect((try? await container.requireAsync([Store].self))?.count == 2)
            default: #expect((try? await container.requireAsync(Store.self)) != nil)
            }
          }
        }
      }
    }
  }
}
