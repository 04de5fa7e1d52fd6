import Facet
import FacetInspection
import FacetTestSupport
import Testing

private final class Settings: Sendable {}
private final class Database: Sendable {
  init(_ settings: Settings) {}
}
private final class Reports {
  init(_ database: Database) {}
}
@MainActor private final class Screen {
  init() {}
}
private final class Router {
  init(_ screen: Screen) {}
}

/// What must be awaited, and what belongs to actors, as a verification sees it.
@Suite("Verifying what must be awaited", .timeLimit(.minutes(20)))
struct AsyncVerificationTests {
  @Test("an asynchronous graph is sound when it is awaited, and each factory runs once")
  func sound() async {
    let runs = Counter()
    let container = Container()
    container.register(Settings.self) { _ in Settings() }
    container.register(Database.self) { r async throws in
      runs.next()
      return Database(try r.require(Settings.self))
    }.inObjectScope(.container)
    container.register(Reports.self) { r async throws in Reports(try await r.requireAsync(Database.self)) }
    let report = await container.verifyAsync()
    #expect(report.problems.isEmpty && report.unchecked.isEmpty, "\(report)")
    #expect(report.unreached.map(\.key.description) == ["'Reports'"])
    #expect(runs.value == 1)
  }

  @Test(
    "a service that starts with the container may be needed synchronously, by its own type or another one",
    arguments: [false, true])
  func sharedByAnotherType(fails: Bool) async {
    let container = Container()
    container.register(Database.self) { _ async throws in
      if fails { throw Broken() }
      return Database(Settings())
    }.inObjectScope(.container).startsEagerly().implements(AnyObject.self).implements([Database].self) {
      [$0]
    }
    container.register(Reports.self) { r in Reports(try r.require()) }
    container.register(Reports.self, name: "cast") { r in
      Reports(try r.require(AnyObject.self) as! Database)
    }
    container.register(Reports.self, name: "converted") { r in Reports(try r.require([Database].self)[0]) }
    let report = await container.verifyAsync()
    #expect(report.problems.map(\.key.description) == (fails ? ["'Database'"] : []), "\(report)")
    #expect(report.unchecked.isEmpty == !fails)
  }

  @Test("a synchronous verification says what it could not build, and checks who awaits that later")
  func unchecked() {
    let container = Container()
    container.register(Settings.self) { _ in Settings() }
    container.register(Database.self) { r async throws in Database(try r.require(Settings.self)) }
    container.register(Reports.self) { r in Reports(try r.require(Database.self)) }
    container.register([Reports].self) { r in [try r.require(Reports.self)] }
    container.register(AsyncLazy<Database>?.self) { r in try r.require(AsyncLazy<Database>.self) }
    let report = container.verify()
    #expect(report.problems.map(\.kind) == [.needsAwait], "\(report)")
    #expect(
      report.unchecked.map { "\($0.entry.key): \($0.reason)" } == [
        "'Database': it must be awaited: verify it by await container.verifyAsync()",
        "'Reports': it needs 'Database', which must be awaited",
        "'[Reports]': it needs 'Reports', which was not checked",
      ])
  }

  @Test("an initializer that takes what must be awaited is sound: it is awaited, too")
  func initializers() async throws {
    let container = Container()
    container.register(Settings.self) { _ async in Settings() }.inObjectScope(.transient)
    container.autoregister(Database.self, initializer: Database.init)
    container.autoregister(Reports.self, initializer: Reports.init).initCompleted { _, _ in }
    try await container.verifyAsync().check()
    _ = try await container.requireAsync(Reports.self)
    // A closure that asks for it at once cannot await.
    container.register(Int.self) { r in
      _ = try r.require(Database.self)
      return 1
    }
    #expect(throws: VerificationError.self) { try container.verify().check() }
    let report = await container.verifyAsync()
    #expect(throws: VerificationError.self) { try report.check() }
  }

  @Test("an asynchronous completion runs once for an instance, and not for one that is given")
  func completesOnce() async throws {
    let (container, runs) = (Container(), Counter())
    container.register(Settings.self) { _ in Settings() }.inObjectScope(.transient)
      .initCompleted { _, _ async throws in if runs.next() > 1 { throw CancellationError() } }
    for name in ["a", "b"] {
      container.register(Database.self, name: name) { r async throws in
        Database(try await r.requireAsync(Settings.self))
      }
    }
    try await container.verifyAsync().check()
    #expect(runs.value == 1)
    try await container.verifyAsync { $0.use(Settings(), for: Settings.self) }.check()
    #expect(runs.value == 1)
  }

  @Test("a completion that fails for one argument is found, though others are built meanwhile")
  func failsForOneArgument() async {
    let container = Container()
    container.register(Settings.self) { (_, _: Int) async in
      await Task.yield()
      return Settings()
    }.inObjectScope(.transient)
      .initCompleted { @MainActor (_: any Resolver, _: Settings, number: Int) throws in
        if number == 5 { throw CancellationError() }
      }
    container.register(Database.self) { r async throws in
      try await withThrowingTaskGroup(of: Settings.self) { group in
        for number in 1...7 {
          group.addTask { try await r.requireAsync(Settings.self, argument: number) }
        }
        try await group.waitForAll()
      }
      return Database(Settings())
    }
    for _ in 0..<50 { #expect(await !container.verifyAsync().problems.isEmpty) }
  }

  @Test(
    "one that starts with the container is awaited first, so who needs it synchronously is checked",
    arguments: [false, true])
  func mayBeAwaitedBefore(isByInitializer: Bool) async throws {
    let container = Container()
    container.register(Settings.self) { _ in Settings() }
    if isByInitializer {
      container.autoregister(Reports.self, initializer: { (database: Database) in Reports(database) })
    } else {
      container.register(Reports.self) { r in Reports(try r.require(Database.self)) }
    }
    container.register(Database.self) { r async throws in Database(try r.require(Settings.self)) }
      .inObjectScope(.container).startsEagerly()
    let report = await container.verifyAsync()
    try report.check()
    #expect(report.checked.count == 3, "\(report)")
  }

  @Test("decorators are run, of what must be awaited and on their actors", arguments: [false, true])
  func decorators(isAwaited: Bool) async {
    let container = Container()
    _ =
      isAwaited
      ? container.register(Settings.self) { _ async in Settings() }
      : container.register(Settings.self) { _ in Settings() }
    container.decorate(Settings.self) { @MainActor r, inner in
      _ = try r.require(Screen.self)
      return inner
    }
    let overriding = Container(parent: container).overriding {
      $0.decorate(Settings.self) { r, inner in
        _ = try r.require(Router.self)
        return inner
      }
    }
    let report = await Task.detached { await container.verifyAsync() }.value
    #expect(report.problems.map(\.key.description) == ["'Screen'"], "\(report)")
    #expect(report.unchecked.isEmpty, "\(report)")
    overriding.parent!.register(Screen.self) { @MainActor _ in Screen() }
    let ofOverriding = await Task.detached { await overriding.verifyAsync() }.value
    #expect(ofOverriding.problems.map(\.key.description) == ["'Router'"], "\(ofOverriding)")
  }

  @Test("a missing service of an asynchronous factory is found, and a loop over awaits")
  func problems() async {
    let container = Container()
    container.register(Database.self) { r async throws in Database(try r.require(Settings.self)) }
    container.register(Router.self) { r async throws in
      _ = try await r.requireAsync(Reports.self)
      return Router(await Screen())
    }.inObjectScope(.container)
    container.register(Reports.self) { r async throws in
      _ = try await r.requireAsync(Router.self)
      return Reports(try await r.requireAsync(Database.self))
    }.inObjectScope(.container)
    let report = await container.verifyAsync()
    #expect(report.problems.map(\.kind) == [.missing, .loop], "\(report)")
  }

  @Test(
    "a forward that is impossible is found where its service must be awaited, and where that belongs to an actor"
  )
  @MainActor func impossibleForwards() async {
    let isolated = Container()
    isolated.forward(Settings.self, to: isolated.register(Screen.self) { _ in Screen() })
    let awaited = Container()
    awaited.forward(Screen.self, to: awaited.register(Settings.self) { _ async in Settings() })
    for container in [isolated, awaited] {
      let report = await Task.detached { await container.verifyAsync() }.value
      #expect(report.problems.map(\.kind) == [.impossibleForward], "\(report)")
    }
  }

  @Test("what needs a forward is run, where that is awaited and on its actor")
  func forwards() async {
    let awaited = Container()
    awaited.register(Settings.self) { _ async in Settings() }.implements(AnyObject.self)
    awaited.register(Router.self) { r async throws in
      _ = try await r.requireAsync(AnyObject.self)
      _ = try r.require(Int.self)
      return Router(await Screen())
    }
    let isolated = Container()
    isolated.register(Screen.self) { @MainActor _ in Screen() }.implements(AnyObject.self)
    isolated.register(Router.self) { @MainActor r in
      Router(try #require(try r.require(AnyObject.self) as? Screen))
    }
    for (container, problems) in [(awaited, 1), (isolated, 0)] {
      let report = await Task.detached { await container.verifyAsync() }.value
      #expect(report.problems.map(\.kind) == Array(repeating: .missing, count: problems), "\(report)")
      #expect(report.unchecked.isEmpty, "\(report)")
    }
  }
}
