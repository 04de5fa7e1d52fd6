import Facet
import FacetTestSupport
import Testing

/// Ends and scoped services, over threads.
@Suite(.timeLimit(.minutes(20))) struct LifetimeThreadTests {
  final class File: Sendable {}

  final class Handler: Sendable {
    let file: File
    init(_ file: File) { self.file = file }
  }

  @Test func `threads that ask one container at the same time get one scoped instance`() throws {
    let (container, ended) = (Container(), Counter())
    container.register(File.self) { _ in File() }.inObjectScope(.scoped).onClose { _ in ended.next() }
    for _ in 0..<200 {
      let child = Container(parent: container)
      let files = Recorder<File?>()
      concurrently(4) { _ in files.add(child.resolve(File.self)) }
      #expect(files.all.allSatisfy { $0 != nil && $0 === files.all[0] })
      try child.close()
    }
    #expect(ended.value == 200)
  }

  @Test(arguments: [false, true])
  func `each ends once, though threads resolve, reset and replace`(isReplaced: Bool) throws {
    let (container, made, gone) = (Container(), Counter(), Counter())
    @Sendable func register() {
      container.register(File.self) { _ in
        made.next()
        return File()
      }.inObjectScope(.container).onClose { _ in gone.next() }
    }
    register()
    concurrently(4) { thread in
      for number in 0..<500 {
        switch (thread, number % 10) {
        case (0, _): container.resetObjectScope(.container)
        case (1, 0) where isReplaced: register()
        default: _ = container.resolve(File.self)
        }
      }
    }
    try container.close()
    // Another thread may build one before the new registration has its scope and its action.
    #expect(isReplaced ? gone.value <= made.value : gone.value == made.value)
    #expect(gone.value > 0)
  }

  @Test func `requests over tasks, a third of them cancelled, give everything back`() async throws {
    let (container, opened, closed) = (Container(), Counter(), Counter())
    container.register(File.self) { _ async in
      opened.next()
      return File()
    }.inObjectScope(.scoped).onClose { _ in
      await Task.yield()
      closed.next()
    }
    container.register(Handler.self) { r async throws in Handler(try await r.requireAsync()) }
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
