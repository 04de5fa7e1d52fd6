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
      let services = try await [
        container.requireAsync(Service.self), container.requireAsync(Service.self, name: "forwarded"),
        container.requireAsync(Service.self, argument: 1),
        container.requireAsync(Service.self, arguments: true, "one"),
      ]
      #expect(services == Array(repeating: service, count: 4))
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
    try await check(Choice.wide(Wide(texts: ["in an enumeration"], numbers: .zero)))
    try await check(Choice?.some(.none))
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

  @Test(arguments: [ObjectScope.transient, .graph, .container, .weak])
  func `what a factory holds, gets and makes goes with the container`(scope: ObjectScope) async throws {
    var objects: [() -> AnyObject?] = []
    do {
      let container = Container(defaultObjectScope: scope)
      let (part, other) = (Part(), Part())
      container.register([Part].self) { (_, other: Part) async in
        await Task.yield()
        return [part, other, Part()]
      }.initCompleted { _, _ async in await Task.yield() }
      let parts = try await container.requireAsync([Part].self, argument: other)
      objects = ([container] + parts).map { (object: AnyObject) in { [weak object] in object } }
      #expect(parts[0] === part && parts[1] === other)
    }
    for object in objects { #expect(await isReleased(object)) }
  }
}

private final class Part: Sendable {}

private struct Wide: Equatable, Sendable {
  let texts: [String]
  let numbers: SIMD4<Int>
}

private enum Choice: Equatable, Sendable {
  case wide(Wide)
  case none
}

private struct Nothing: Equatable, Sendable {}
