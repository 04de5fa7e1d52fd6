import Facet
import FacetTestSupport
import Foundation
import Testing

private final class Database: Sendable {}
private struct Store: Sendable { let database: Database }
private final class Report: Sendable {}
private struct Broken: Error, CustomStringConvertible {
  let description: String
}

/// The end of a container.
@Suite(.timeLimit(.minutes(20))) struct CloseTests {
  private let container = Container { $0.failureHandler = { _ in } }
  private let log = Recorder<String>()

  private func registerStore() {
    container.register(Database.self) { _ in Database() }.inObjectScope(.container)
      .onClose { [log] _ in log.add("database") }
    container.register(Store.self) { r in Store(database: try r.require()) }.inObjectScope(.container)
      .onClose { [log] _ in log.add("store") }
  }

  @Test
  func `instances of all scopes are disposed of in the reverse order of creation, once, and nothing else`()
    throws
  {
    registerStore()
    for name in ["built", "never built"] {
      container.register(Report.self, name: name) { _ in Report() }.inObjectScope(.session)
        .onClose { [log] _ in log.add(name) }
    }
    _ = try container.require(Database.self)
    _ = try container.require(Report.self, name: "built")
    _ = try container.require(Store.self)
    try container.close()
    try container.close()
    #expect(log.all == ["store", "built", "database"] && container.isClosed)
  }

  @Test func `an action receives the instance, of a class, a protocol, or a value`() throws {
    let ended = Locked<[Any]>([])
    func register<Service>(_ make: @escaping @Sendable () -> Service) throws -> Service {
      container.register(Service.self) { _ in make() }.inObjectScope(.container)
        .onClose { service in ended.withLock { $0.append(service) } }
      return try container.require(Service.self)
    }
    let database = try register { Database() }
    _ = (try register { Broken(description: "boxed") as any Error }, try register { 7 })
    try container.close()
    let found = ended.value
    #expect(found.count == 3 && found[0] as? Int == 7 && found[2] as? Database === database)
    #expect("\(found[1])" == "boxed")
  }

  @Test(arguments: [ObjectScope.transient, .graph, .weak])
  func `what the container does not keep is not its own`(scope: ObjectScope) throws {
    container.register(Database.self) { _ in Database() }.inObjectScope(scope)
      .onClose { [log] _ in log.add("database") }
    let database = try container.require(Database.self)
    try container.close()
    withExtendedLifetime(database) {}
    #expect(log.all.isEmpty)
  }

  @Test func `children are closed first, and refuse as their parent does, which they leave open`() throws {
    registerStore()
    let child = Container(parent: container)
    child.register(Report.self) { _ in Report() }.inObjectScope(.container)
      .onClose { [log] _ in log.add("report") }
    for asked in [child, Container(parent: container)] { _ = try asked.require(Database.self) }
    _ = try child.require(Report.self)
    let other = Container(parent: container)
    _ = try other.require(Database.self)
    try other.close()
    #expect(log.all.isEmpty && !container.isClosed)
    try container.close()
    #expect(log.all == ["report", "database"])
    #expect(child.isClosed && Container(parent: container).isClosed)
    #expect(throws: ResolutionError.self) { try child.require(Report.self) }
  }

  @Test func `all errors are collected, nobody is left out, and actions run in the reverse order of adding`()
    throws
  {
    for name in ["a", "b", "c"] {
      container.register(Database.self, name: name, fileID: "Shop.swift", line: 7) { _ in Database() }
        .inObjectScope(.container)
        .onClose { [log] _ in log.add("end of \(name)") }
        .onClose { [log] _ in
          log.add(name)
          if name != "b" { throw Broken(description: "\(name) is broken") }
        }
      _ = try container.require(Database.self, name: name)
    }
    let error = #expect(throws: CloseError.self) { try container.close() }
    #expect(log.all == ["c", "b", "a"].flatMap { [$0, "end of \($0)"] })
    #expect(
      error?.description == """
        'Database' named "c" did not end: c is broken
        'Database' named "a" did not end: a is broken

          Places:   'Database' named "c"   registered at Shop.swift:7
                    'Database' named "a"   registered at Shop.swift:7
          Ended:    'Database' named "c", 'Database' named "b", 'Database' named "a", in this order

        To fix this, do one of:
          • Fix what the onClose reports.
          • Catch the error in the onClose.
        """)
    #expect(error?.ended.map(\.name) == ["c", "b", "a"])
  }

  @Test func `an action that must be awaited is refused without await, and nothing is done`() throws {
    registerStore()
    container.register(Report.self) { _ in Report() }.onClose { _ in await Task.yield() }
    _ = try container.require(Store.self)
    let error = #expect(throws: CloseError.self) { try container.close() }
    #expect(
      error?.description == """
        Nothing is closed: 'Report' must be awaited.

        To fix this, await the end: try await container.closeAsync()
        """)
    #expect(log.all.isEmpty)
    #expect(!container.isClosed)
    _ = try container.require(Store.self)
  }

  @Test func `with await, synchronous and asynchronous actions run in order`() async throws {
    registerStore()
    container.register(Report.self) { _ in Report() }.inObjectScope(.container)
      .onClose { [log] _ in
        try await Task.sleep(for: .milliseconds(5))
        log.add("report")
        throw Broken(description: "late")
      }
      .onClose { [log] _ in log.add("end of report") }
    _ = try container.require(Database.self)
    _ = try container.require(Report.self)
    _ = try container.require(Store.self)
    let error = await #expect(throws: CloseError.self) { try await container.closeAsync() }
    #expect(log.all == ["store", "end of report", "report", "database"])
    #expect(error?.ended == [ServiceKey(Store.self), ServiceKey(Report.self), ServiceKey(Database.self)])
    try await container.closeAsync()
    #expect(log.all.count == 4)
  }

  @Test func `a factory cannot close the container that it builds for`() throws {
    container.register(Database.self) { [unowned container, log] _ in
      do { try container.close() } catch { log.add("\(error)") }
      return Database()
    }.inObjectScope(.container)
    _ = try container.require(Database.self)
    #expect(
      log.all == [
        """
        The container is not closed: it is building 'Database' at the moment.

        To fix this, close it outside of factories and completions.
        """
      ])
    #expect(!container.isClosed)
  }

  @Test func `an asynchronous close waits for a build, too`() async {
    // In a process of its own: a task can rest for long beside tests that block their threads, and the build would keep
    // what they wait for.
    await #expect(processExitsWith: .success) {
      endProcess()
      let (stop, container, log) = (Stop(), Container(), Recorder<String>())
      container.register(Database.self) { _ in
        stop.halt()
        return Database()
      }.inObjectScope(.container).onClose { _ in log.add("disposed") }
      let builder = ThreadRun { container.resolve(Database.self) != nil }
      try #require(stop.waitForArrival())
      let closer = Task { try await container.closeAsync() }
      while !container.isClosed { try await Task.sleep(for: .milliseconds(1)) }
      closer.cancel()
      stop.release()
      try await closer.value
      try #require(builder.result == true)
      try #require(log.all == ["disposed"])
    }
  }
}
