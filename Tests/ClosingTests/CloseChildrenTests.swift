import Facet
import FacetTestSupport
import Foundation
import Testing

private protocol Kept: Sendable {}
private final class Database: Kept, Sendable {}
private final class Cache: Sendable {}

/// Containers end with their children, whoever closes these.
@Suite(.timeLimit(.minutes(20))) struct CloseChildrenTests {
  private let parent = Container()
  private let log = Recorder<String>()

  init() {
    parent.failureHandler = { _ in }
    parent.register(Database.self) { _ in Database() }.inObjectScope(.container)
      .onClose { [log] _ in log.add("database") }
  }

  @Test func `one that awaits waits for a child further down that another thread closes`() async throws {
    // In a process of its own: a task can rest for long beside tests that block their threads.
    await #expect(processExitsWith: .success) {
      endProcess()
      let (stop, top, log) = (Stop(), Container(), Recorder<String>())
      top.register(Database.self) { _ in Database() }.inObjectScope(.container)
        .onClose { _ in log.add("database") }
      let child = Container(parent: Container(parent: top))
      child.register(Cache.self) { _ in Cache() }.inObjectScope(.container)
        .onClose { _ in
          stop.halt()
          log.add("cache")
        }
      _ = try child.require(Cache.self)
      _ = try child.require(Database.self)
      let closesChild = ThreadRun { (try? child.close()) != nil }
      try #require(stop.waitForArrival())
      let closesTop = Task { try await top.closeAsync() }
      while !top.isClosed { try await Task.sleep(for: .milliseconds(1)) }
      try await Task.sleep(for: .milliseconds(20))
      try #require(log.all == [])
      stop.release()
      try await closesTop.value
      try #require(closesChild.result == true)
      try #require(log.all == ["cache", "database"])
    }
  }

  @Test func `an action that is awaited may close the parent, by either call`() async throws {
    let (grandparent, log) = (Container(), log)
    let middle = Container(parent: grandparent)
    let child = Container(parent: middle)
    for (container, name) in [(grandparent, "grandparent"), (middle, "middle")] {
      container.register(String.self, name: name) { name }.inObjectScope(.container)
        .onClose { log.add($0) }
      _ = try container.require(String.self, name: name)
    }
    middle.register(Database.self) { _ in Database() }.inObjectScope(.container)
      .onClose { _ in try closeNow(grandparent) }
    _ = try middle.require(Database.self)
    child.register(Cache.self) { _ in Cache() }.inObjectScope(.container)
      .onClose { _ in
        await Task.yield()
        try await middle.closeAsync()
        log.add("cache")
      }
    _ = try child.require(Cache.self)
    try await child.closeAsync()
    #expect(log.all == ["grandparent", "middle", "cache"])
  }

  @Test(arguments: [false, true])
  func `an instance that only a child's forward leads to is disposed of by its own container`(
    isAwaited: Bool
  ) async throws {
    let (child, log) = (Container(parent: parent), log)
    let entry = parent.register(Database.self, name: "old") { _ in Database() }.inObjectScope(.container)
      .onClose { _ in log.add("old") }
    if isAwaited { entry.onClose { _ in await Task.yield() } }
    child.forward((any Kept).self, to: entry)
    _ = try child.require((any Kept).self)
    parent.register(Database.self, name: "old") { _ in Database() }
    _ = try parent.require(Database.self)
    child.register(Cache.self) { _ in Cache() }.inObjectScope(.container).onClose { _ in log.add("cache") }
    _ = try child.require(Cache.self)
    if isAwaited {
      #expect(throws: CloseError.self) { try closeNow(parent) }
      #expect(!parent.isClosed)
      try await parent.closeAsync()
    } else {
      try closeNow(parent)
    }
    // With the parent's others, in the reverse order of creation.
    #expect(log.all == ["cache", "database", "old"])
  }
}

/// Closes a container by the call that does not await, from wherever.
private func closeNow(_ container: Container) throws { try container.close() }
