import Facet
import FacetTestSupport
import Testing

/// Services of every size and kind come out of an asynchronous factory as it made them, however they are asked for.
@Suite(.timeLimit(.minutes(20))) struct AsyncShapeTests {
  private func check<Service: Equatable & Sendable>(_ service: Service) async throws {
    let container = Container(defaultObjectScope: .transient)
    for scope in [ObjectScope.transient, .graph, .container] {
      container.register(Service.self) { _ async in service }.inObjectScope(scope)
      container.register(Service.self, name: "forwarded") { r async throws in try await r.requireAsync() }
        .inObjectScope(scope)
      container.register(Service.self) { (_: any Resolver, _: Int) async in service }.inObjectScope(scope)
      container.register(Service.self) { (_: any Resolver, _: Bool, _: String) async in
        await Task.yield()
        return service
      }.inObjectScope(scope)
      #expect(try await container.requireAsync(Service.self) == service)
      #expect(try await container.requireAsync(Service.self, name: "forwarded") == service)
      #expect(try await container.requireAsync(Service.self, argument: 1) == service)
      #expect(try await container.requireAsync(Service.self, arguments: true, "one") == service)
      #expect((try? await container.requireAsync(Service.self)) == service)
    }
  }

  @Test func values() async throws {
    try await check(true)
    try await check("a text that is too long to be kept in place")
    try await check([1, 2, 3])
    try await check(SIMD8<Double>(1, 2, 3, 4, 5, 6, 7, 8))
    try await check(Int?.none)
    try await check(Wide(texts: ["first, long enough to be counted"], numbers: .init(repeating: 4)))
    try await check(Nothing())
  }

  @Test func `what is no value that can be sent`() async throws {
    final class Local {
      let number: Int
      init(_ number: Int) { self.number = number }
    }
    let container = Container(defaultObjectScope: .transient)
    container.register(Local.self) { _ async in Local(1) }
    container.register(Local.self) { (_, other: Local) async in Local(other.number + 1) }
    let local = try await container.requireAsync(Local.self)
    #expect(try await container.requireAsync(Local.self, argument: local).number == 2)
  }

  @Test func `the factory's resolver asks the container once the build is over`() async throws {
    let container = Container(defaultObjectScope: .transient)
    container.register(Int.self) { _ in 5 }
    container.register((any Resolver).self) { r async in r }
    let resolver = try await container.requireAsync((any Resolver).self)
    #expect(resolver.resolve(Int.self) == 5)
    container.register(Int.self) { _ in 6 }
    #expect(try await resolver.requireAsync(Int.self) == 6)
  }

  @Test func `the factory's resolver keeps its container`() async throws {
    weak var gone: Container?
    var resolver: (any Resolver)?
    do {
      let container = Container(defaultObjectScope: .transient)
      gone = container
      container.register(Int.self) { _ in 5 }
      container.register((any Resolver).self) { r async in r }
      resolver = try await container.requireAsync((any Resolver).self)
    }
    #expect(resolver?.resolve(Int.self) == 5)
    resolver = nil
    #expect(gone == nil)
  }

  @Test func `a container that nobody else holds is there until its factory is through`() async throws {
    func price(times: Int) async throws -> [Int] {
      let container = Container(defaultObjectScope: .transient)
      container.register(Int.self) { _ in 5 }
      container.register([Int].self) { r, times async throws in
        var prices: [Int] = []
        for _ in 0..<times {
          await Task.yield()
          prices.append(try r.require(Int.self))
          prices.append(try await r.requireAsync(Int.self))
        }
        return prices
      }
      return try await container.requireAsync([Int].self, argument: times)
    }
    #expect(try await price(times: 3) == [5, 5, 5, 5, 5, 5])
  }

  @Test func `a task that a factory leaves behind goes on with its resolver`() async throws {
    let container = Container(defaultObjectScope: .transient)
    container.register(Int.self) { _ async in
      await Task.yield()
      return 5
    }
    container.register(Task<Int, any Error>.self) { r async in
      Task {
        for _ in 0..<20 { await Task.yield() }
        return try await r.requireAsync(Int.self)
      }
    }
    #expect(try await container.requireAsync(Task<Int, any Error>.self).value == 5)
  }

  @Test func `and is no part of the build around the one that is over`() async throws {
    final class Part: Sendable {
      let asker: Task<Service, any Error>
      init(_ asker: Task<Service, any Error>) { self.asker = asker }
    }
    final class Service: Sendable {
      let part: Part
      init(_ part: Part) { self.part = part }
    }
    let (container, partIsThere, isAsking) = (Container(), AsyncGate(), AsyncGate())
    container.register(Part.self) { [unowned container] _ async in
      Part(
        Task {
          await partIsThere.pass()
          isAsking.open()
          return try await container.requireAsync(Service.self)
        })
    }.inObjectScope(.container)
    container.register(Service.self) { r async throws in
      let part = try await r.requireAsync(Part.self)
      partIsThere.open()
      await isAsking.pass()
      // So that it asks before this ends.
      try await Task.sleep(for: .milliseconds(20))
      return Service(part)
    }.inObjectScope(.container)
    let service = try await container.requireAsync(Service.self)
    #expect(try await service.part.asker.value === service)
  }

  @Test func `a registration may go while its factory runs`() async throws {
    let container = Container(defaultObjectScope: .transient)
    container.register(Wide.self, fileID: "Wide.swift", line: 1) { [unowned container] _ async throws in
      container.register(Wide.self) { _ async in Wide(texts: ["second"], numbers: .zero) }
      await Task.yield()
      throw Failure()
    }
    let failure = await #expect(throws: ResolutionError.self) { try await container.requireAsync(Wide.self) }
    #expect(failure?.location?.description == "Wide.swift:1")
    #expect(try await container.requireAsync(Wide.self).texts == ["second"])
  }

  @Test func `what a factory throws leaves nothing behind`() async throws {
    let container = Container(defaultObjectScope: .transient)
    container.register(Wide.self) { _ async throws in throw Failure() }
    container.register(Wide.self) { (_, _: [String]) async throws in throw Failure() }
    for _ in 0..<2 {
      let failure = await #expect(throws: ResolutionError.self) {
        try await container.requireAsync(Wide.self)
      }
      #expect(failure?.underlyingError is Failure)
      await #expect(throws: ResolutionError.self) {
        try await container.requireAsync(Wide.self, argument: ["one"])
      }
    }
  }

  @Test func `what a factory holds, gets and makes goes with the container`() async throws {
    weak var kept: Part?
    weak var given: Part?
    weak var made: Part?
    do {
      let container = Container(defaultObjectScope: .transient)
      let part = Part()
      kept = part
      container.register([Part].self) { (_, other: Part) async in
        await Task.yield()
        return [part, other, Part()]
      }
      let other = Part()
      given = other
      let parts = try await container.requireAsync([Part].self, argument: other)
      made = parts[2]
      #expect(parts[0] === part && parts[1] === other)
    }
    #expect(await isReleased { kept })
    #expect(await isReleased { given })
    #expect(await isReleased { made })
  }
}

private final class Part: Sendable {}

private struct Wide: Equatable, Sendable {
  let texts: [String]
  let numbers: SIMD4<Int>
}

private struct Nothing: Equatable, Sendable {}

private struct Failure: Error {}
