import Facet
import FacetTestSupport
import Testing

private final class Engine: Sendable {}
private final class Trip: Sendable {}

/// Whether the code of a plain function runs on the main actor.
private func isOnMainActor() -> Bool {
  do { return try Container.mainActorProbe.require(Bool.self) } catch { return false }
}
extension Container {
  /// A service of the main actor can be built there alone.
  fileprivate static let mainActorProbe = {
    let container = Container()
    container.register(Bool.self) { @MainActor _ in true }
    return container
  }()
}

/// What an awaited close waits for, and what its caller sees.
@Suite(.timeLimit(.minutes(20))) struct AwaitedCloseTests {
  private let container = Container()
  private let log = Recorder<String>()

  @Test func `actions do not see that the task which closes is cancelled`() async throws {
    let (container, log) = (container, log)
    container.register(Engine.self) { _ in Engine() }.inObjectScope(.container)
      .onClose { _ in log.add("first, cancelled: \(Task.isCancelled)") }
      .onClose { _ async throws in
        try await Task.sleep(for: .milliseconds(5))
        log.add("second, cancelled: \(Task.isCancelled)")
      }
    _ = try container.require(Engine.self)
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      try await container.closeAsync()
    }
    task.cancel()
    try await task.value
    #expect(log.all == ["second, cancelled: false", "first, cancelled: false"])
  }

  @Test(arguments: [false, true]) @MainActor
  func `plain actions run on the actor of the caller, as in a close that is not awaited`(
    isOfScope: Bool
  ) async throws {
    let log = log
    register(log)
    _ = container.resolve(Engine.self)
    if isOfScope { try await container.closeAsync(.container) } else { try await container.closeAsync() }
    #expect(log.all == ["awaited", "plain on the main actor: true"])
    let other = Container()
    other.register(Engine.self) { _ in Engine() }.inObjectScope(.container).onClose { _ in
      log.add("plain in a close: \(isOnMainActor())")
    }
    _ = other.resolve(Engine.self)
    try other.close()
    #expect(log.all.last == "plain in a close: true")
  }

  @Test func `plain actions run on another actor that closes, and on none if none does`() async throws {
    let (container, log) = (container, log)
    register(log)
    let closer = Closer()
    _ = container.resolve(Engine.self)
    try await closer.close(container, log)
    #expect(log.all == ["awaited", "plain on the main actor: false"])
    #expect(await closer.seen == [true])
  }

  /// An action that belongs to no actor, and one that is awaited.
  private nonisolated func register(_ log: Recorder<String>) {
    container.register(Engine.self) { _ in Engine() }.inObjectScope(.container)
      .onClose { _ in log.add("plain on the main actor: \(isOnMainActor())") }
      .onClose { _ async in log.add("awaited") }
  }
  private actor Closer {
    private(set) var seen: [Bool] = []
    func close(_ container: Container, _ log: Recorder<String>) async throws {
      container.register(Trip.self) { _ in Trip() }.inObjectScope(.container).onClose(
        nonisolatedAction { [weak self] in self?.assumeIsolated { $0.seen.append(true) } })
      _ = container.resolve(Trip.self)
      try await container.closeAsync()
    }
    private nonisolated func nonisolatedAction(
      _ action: @escaping @Sendable () -> Void
    ) -> @Sendable (Trip) -> Void { { _ in action() } }
  }

  @Test(arguments: [false, true])
  func `it awaits what was given up before, also by a child`(isScopeOfChild: Bool) async throws {
    container.register(Engine.self) { _ in Engine() }.inObjectScope(.container)
      .onClose { [log] _ async in
        await Task.yield()
        log.add("engine")
      }
    _ = container.resolve(Engine.self)
    Container(parent: container).resetObjectScope(.container)
    if isScopeOfChild {
      try await Container(parent: container).closeAsync(.container)
    } else {
      try await container.closeAsync()
    }
    #expect(log.all == ["engine"])
  }

  /// Its service is removed while it is looked up.
  private struct Removal: Hashable {
    let container: Container
    static func == (left: Removal, right: Removal) -> Bool { left.container === right.container }
    func hash(into hasher: inout Hasher) { container.removeAll() }
  }
  @Test func `it awaits a build that began when its registration was gone`() async throws {
    let (container, log, begun, gate) = (Container(), log, AsyncGate(), AsyncGate())
    container.register(Engine.self) { (_, _: Removal) async in
      begun.open()
      await gate.pass()
      log.add("built")
      return Engine()
    }.inObjectScope(.perArgument)
      .onClose { _ in log.add("ended") }
    let resolve = Task {
      try await container.requireAsync(Engine.self, argument: Removal(container: container))
    }
    await begun.pass()
    resolve.cancel()
    let close = Task {
      try await container.closeAsync()
      log.add("closed")
    }
    while !container.isClosed { await Task.yield() }
    for _ in 0..<1_000 { await Task.yield() }
    gate.open()
    try await close.value
    #expect(log.all == ["built", "ended", "closed"])
  }

  @Test func `a container that is being closed begins no build, and a closed one neither`() async throws {
    let (begun, codes) = (Counter(), Recorder<ResolutionError.Code>())
    let child = Container(parent: container)
    container.register(Trip.self) { _ async in
      begun.next()
      return Trip()
    }
    let ask = { @Sendable [container, child] in
      for container in [container, child] {
        do throws(ResolutionError) {
          _ = try await container.requireAsync(Trip.self)
        } catch {
          codes.add(error.code)
        }
      }
    }
    container.register(Engine.self) { _ in Engine() }.inObjectScope(.container).onClose { _ in await ask() }
    _ = container.resolve(Engine.self)
    try await container.closeAsync()
    await ask()
    #expect(codes.all == Array(repeating: .containerClosed, count: 4))
    #expect(begun.value == 0)
  }
}
