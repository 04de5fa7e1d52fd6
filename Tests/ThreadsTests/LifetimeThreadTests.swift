import Facet
import FacetTestSupport
import Testing

/// Scoped services of many requests, over tasks.
@Suite(.timeLimit(.minutes(20))) struct LifetimeThreadTests {
  final class File: Sendable {}

  struct Handler: Sendable { let file: File }

  @Test func `requests over tasks, a third of them cancelled, give everything back`() async throws {
    let (container, opened, closed) = (Container(), Counter(), Counter())
    container.register(File.self) { _ async in
      opened.next()
      return File()
    }.inObjectScope(.scoped).onClose { _ in
      await Task.yield()
      closed.next()
    }
    container.register(Handler.self) { r async throws in Handler(file: try await r.requireAsync()) }
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<2_000 {
        if number >= 4 { await group.next() }
        group.addTask {
          let request = Container(parent: container)
          let task = Task { _ = try await request.requireAsync(Handler.self) }
          if number % 3 == 0 { task.cancel() }
          _ = await task.result
          await #expect(throws: Never.self) { try await request.closeAsync() }
        }
      }
    }
    try await container.closeAsync()
    #expect(closed.value == opened.value)
    #expect(opened.value > 1_200)
  }
}
