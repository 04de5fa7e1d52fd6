import Facet
import FacetTestSupport
import Testing

private final class Log: Sendable {}

private final class Health {
  @Injected var log: Log
  @LazyInjected var later: Log
  @OptionalInjected var number: Int?
  @WeakLazyInjected var back: Log?
}

private struct Report {
  let health: Health
  let log: Log?
}

/// An object of an asynchronous factory gets its properties from the container that builds it.
@Suite(.timeLimit(.minutes(20))) struct AsyncInjectionTests {
  let container = Container()

  init() {
    container.register(Log.self) { _ in Log() }
  }

  @Test(arguments: [ObjectScope.transient, .graph, .container, .weak])
  func `a factory makes an object with injected properties`(scope: ObjectScope) async throws {
    container.register(Health.self) { _ async throws in
      await Task.yield()
      return Health()
    }
    .inObjectScope(scope)
    let health = try await container.requireAsync(Health.self)
    #expect(health.number == nil)
    #expect(health.back != nil)
    _ = (health.log, health.later)
  }

  @Test func `the properties are a part of the cycle`() async throws {
    container.register(Report.self) { r async throws in
      let log = r.resolve(Log.self)
      await Task.yield()
      return Report(health: Health(), log: log)
    }
    let report = try await container.requireAsync(Report.self)
    #expect(report.health.log === report.log)
    #expect(report.health.later === report.log)
  }

  @Test func `a child's factory asks the child, and a parent's shared one the parent`() async throws {
    let child = Container(parent: container)
    child.register { 3 }
    container.register(Health.self) { _ async in Health() }
    container.register(Health.self, name: "shared") { _ async in Health() }.inObjectScope(.container)
    #expect(try await child.requireAsync(Health.self).number == 3)
    #expect(try await child.requireAsync(Health.self, name: "shared").number == nil)
  }

  @Test func `a factory within a factory asks for its own container`() async throws {
    let other = Container()
    other.register(Log.self) { _ in Log() }
    other.register { 4 }
    other.register(Health.self) { _ async in Health() }
    container.register { 5 }
    container.register(Int?.self, name: "numbers") { _ async throws in
      let inner = try await other.requireAsync(Health.self).number
      return inner == 4 ? Health().number : nil
    }
    #expect(try await container.requireAsync(Int?.self, name: "numbers") == 5)
  }

  @Test func `decorators and asynchronous completions do the same`() async throws {
    let numbers = Recorder<Int>()
    container.register { 6 }
    container.register(Report.self) { _ async in Report(health: Health(), log: nil) }
      .initCompleted { _, _ async in numbers.add(Health().number ?? 0) }
    container.decorate(Report.self) { _, _ in Report(health: Health(), log: nil) }
    #expect(try await container.requireAsync(Report.self).health.number == 6)
    #expect(numbers.all == [6])
  }

  @Test func `what a factory leaves running, and what follows it, asks the main container`() async throws {
    let (gate, numbers, main) = (AsyncGate(), Recorder<Int?>(), Container())
    main.register(Log.self) { _ in Log() }
    main.register { 7 }
    container.register { 8 }
    container.register(Task<Void, Never>.self) { _ async in
      numbers.add(Health().number)
      return Task {
        await gate.pass()
        numbers.add(Health().number)
      }
    }
    try await Container.withMain(main) {
      let left = try await container.requireAsync(Task<Void, Never>.self)
      gate.open()
      await left.value
      numbers.add(Health().number)
    }
    #expect(numbers.all == [8, 7, 7])
  }
}
