import Facet
import FacetTestSupport
import Testing

/// Many tasks that await the same services.
@Suite(.timeLimit(.minutes(20))) struct AsyncStressTests {
  final class Store: Sendable {}

  struct Closed: Error {}

  @Test func `2,000 tasks await a shared service first: one build, with a cancelled waiter`() async throws {
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
      for number in 1...2_000 {
        group.addTask {
          if number % 200 == 0 { withUnsafeCurrentTask { $0?.cancel() } }
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
    await expectFailure(.cancelled) { try await first.value }
    let store = try await container.requireAsync(Store.self)
    #expect(builds.value == 1)
    #expect(stores.all.count + gaveUp.all.count == 2_001)
    #expect(2...11 ~= gaveUp.all.count)
    #expect(stores.all.allSatisfy { $0 === store })
  }

  @Test func `a build that fails is tried again by the next`() async throws {
    for _ in 0..<40 {
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
}
