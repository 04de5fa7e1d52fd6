import Facet
import FacetTestSupport
import Testing

/// Builds that fail, tasks that are cancelled, and registrations that change while a build is awaited.
@Suite(.timeLimit(.minutes(20))) struct AsyncFailureTests {
  @Test(arguments: [ObjectScope.container, .weak, .graph, .transient])
  func `a failed build is not kept, and the next one tries again`(scope: ObjectScope) async throws {
    let (container, builds) = (Container(), Counter())
    container.register(Store.self) { _ async throws in
      await Task.yield()
      if builds.next() == 1 { throw Closed() }
      return Store()
    }.inObjectScope(scope)
    container.register(Shop.self) { r async throws in
      Shop(try await r.requireAsync())
    }.inObjectScope(scope)
    let error = await expectFailure(.factoryFailed) { try await container.requireAsync(Shop.self) }
    #expect(error?.underlyingError is Closed)
    #expect(error?.path == [ServiceKey(Shop.self), ServiceKey(Store.self)])
    _ = try await container.requireAsync(Shop.self)
    #expect(builds.value == 2)
  }

  @Test(arguments: [false, true])
  func `all that wait for a build or a completion that fails get its reason`(isCompleted: Bool) async throws {
    let (container, stop) = (Container(), AsyncStop())
    container.register(Store.self) { _ async throws in
      if !isCompleted { try await stop.fail() }
      return Store()
    }.inObjectScope(.container).initCompleted { _, _ async throws in try await stop.fail() }
    let tasks = (0..<20).map { _ in Task { try await container.requireAsync(Store.self) } }
    await stop.waitForArrival()
    await letOthersRun()
    stop.release()
    for task in tasks {
      let error = await expectFailure(.factoryFailed) { try await task.value }
      #expect(error?.underlyingError is Closed)
    }
  }

  @Test func `a decorator that throws fails the build, and leaves nothing behind`() async throws {
    let (container, kept) = (Container(), Recorder<@Sendable () -> Store?>())
    container.register(Store.self) { _ async in
      let store = Store()
      kept.add { [weak store] in store }
      return store
    }.inObjectScope(.container)
    container.decorate(Store.self) { _, _ in throw Closed() }
    let error = await expectFailure(.factoryFailed) { try await container.requireAsync(Store.self) }
    #expect(error?.underlyingError is Closed && kept.all.count == 1)
    for store in kept.all { #expect(await isReleased(store)) }
  }

  // MARK: - Cancellation

  @Test(arguments: [(0, of: 1), (0, of: 3), (1, of: 3), (2, of: 3)])
  func `who waits is cancelled alone, and the build goes on`(cancelled: Int, count: Int) async throws {
    let (container, builds, stop) = (Container(), Counter(), AsyncStop())
    container.register(Store.self, fileID: "Town.swift", line: 1) { _ async throws in
      builds.next()
      await stop.halt()
      try Task.checkCancellation()
      return Store()
    }.inObjectScope(.container)
    var tasks: [Task<Store, any Error>] = []
    for _ in 0..<count {
      tasks.append(Task { try await container.requireAsync(Store.self) })
      await stop.waitForArrival()
      await letOthersRun()
    }
    tasks[cancelled].cancel()
    // It does not wait for the build.
    let error = await expectFailure(.cancelled) { try await tasks[cancelled].value }
    #expect(
      error?.description == """
        The task that waited for 'Store' was cancelled.

          Path:    Store
          Place:   registered at Town.swift:1

        To fix this, do one of:
          • Resolve it in a task that is not cancelled.
        """)
    stop.release()
    let store = try await container.requireAsync(Store.self)
    for (number, task) in tasks.enumerated() where number != cancelled {
      #expect(try await task.value === store)
    }
    #expect(builds.value == 1)
  }

  @Test func `a task that was cancelled before gets what is there`() async throws {
    let container = Container()
    container.register(Store.self) { _ async in Store() }.inObjectScope(.container)
    let store = try await container.requireAsync(Store.self)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await container.requireAsync(Store.self)
    }
    #expect(try await task.value === store)
  }

  @Test func `a factory of graph scope sees that its task was cancelled`() async throws {
    let container = Container()
    container.register(Store.self) { _ async throws in
      try await Task.sleep(for: .seconds(100))
      return Store()
    }
    let task = Task { try await container.requireAsync(Store.self) }
    task.cancel()
    let error = await expectFailure(.factoryFailed) { try await task.value }
    #expect(error?.underlyingError is CancellationError)
  }

  @Test func `within a cycle, a child task that is cancelled takes the service from no other`() async throws {
    let (container, builds, stop) = (Container(), Counter(), AsyncStop())
    container.register(Store.self) { _ async throws in
      if builds.next() == 1 {
        await stop.halt()
        try Task.checkCancellation()
      }
      return Store()
    }
    container.register(Int.self) { r async throws in
      let first = Task { try await r.requireAsync(Store.self) }
      await stop.waitForArrival()
      let second = Task { try await r.requireAsync(Store.self) }
      await letOthersRun()
      first.cancel()
      stop.release()
      _ = try await second.value
      return builds.value
    }
    #expect(try await container.requireAsync(Int.self) == 2)
  }

  // MARK: - Changes while a build is awaited

  /// Begins a build of `Store`, changes something meanwhile, and gives what the build gave.
  private func build(
    in container: Container, _ change: (ServiceEntry<Store>) async throws -> Void
  ) async throws -> Store {
    let stop = AsyncStop()
    let entry = container.register(Store.self) { _ async in
      await stop.halt()
      return Store()
    }.inObjectScope(.container)
    let task = Task { try await container.requireAsync(Store.self) }
    await stop.waitForArrival()
    try await change(entry)
    stop.release()
    return try await task.value
  }

  @Test(arguments: [ObjectScope.container, .weak, .perArgument, .session])
  func `who asks after a reset gets another instance than who asked before`(scope: ObjectScope) async throws {
    let (container, stop, builds) = (Container(), AsyncStop(), Counter())
    container.register(Store.self) { (_, _: Int) async in
      if builds.next() == 1 { await stop.halt() }
      return Store()
    }.inObjectScope(scope)
    let first = Task { try await container.requireAsync(Store.self, argument: 1) }
    await stop.waitForArrival()
    container.resetObjectScope(scope)
    // It waits for the first one, and does not get its instance.
    let second = Task { try await container.requireAsync(Store.self, argument: 1) }
    await letOthersRun()
    stop.release()
    let store = try await second.value
    #expect(try await first.value !== store)
    #expect(try await container.requireAsync(Store.self, argument: 1) === store)
    #expect(builds.value == 2)
  }

  @Test func `a registration in its place is not touched`() async throws {
    let (container, other) = (Container(), Store())
    let store = try await build(in: container) { _ in
      container.register(Store.self) { _ in other }.inObjectScope(.container)
      #expect(container.resolve(Store.self) === other)
    }
    #expect(store !== other && container.resolve(Store.self) === other)
    #expect(try await container.requireAsync(Store.self) === other)
  }

  @Test func `what was unregistered meanwhile goes to who asked`() async throws {
    let container = Container()
    _ = try await build(in: container) { _ in container.unregister(Store.self) }
    #expect((try? await container.requireAsync(Store.self)) == nil)
  }

  @Test(arguments: [ObjectScope.graph, .transient, .weak, .session])
  func `a scope that was changed meanwhile counts from then on`(scope: ObjectScope) async throws {
    let container = Container()
    let store = try await build(in: container) { $0.inObjectScope(scope) }
    #expect(try await container.requireAsync(Store.self) !== store)
  }

  @Test func `a synchronous factory that throws runs once for whoever awaits it`() async throws {
    let (container, builds) = (Container(), Counter())
    @Sendable func fail() throws -> Store {
      builds.next()
      throw Closed()
    }
    container.register(Store.self) { _ in try fail() }
    container.register(Store.self) { (_, _: Int) in try fail() }
    container.register(Shop.self, name: "awaits") { r async throws in Shop(try await r.requireAsync()) }
    container.register(Shop.self, name: "asks") { r async throws in
      await Task.yield()
      return Shop(try r.require())
    }
    container.register(Shop.self, name: "hands over") { r async throws in
      Shop(try await r.requireAsync(argument: 1))
    }
    for (count, name) in ["awaits", "asks", "hands over"].enumerated() {
      let error = await expectFailure(.factoryFailed) {
        try await container.requireAsync(Shop.self, name: name)
      }
      #expect(error?.path.map(\.name) == [name, nil] && builds.value == count + 1)
    }
    await expectFailure(.factoryFailed) { try await container.requireAsync(Store.self) }
    #expect(builds.value == 4)
  }
}

extension AsyncStop {
  /// Stops the calling task, and throws afterwards.
  fileprivate func fail() async throws {
    await halt()
    throw Closed()
  }
}
