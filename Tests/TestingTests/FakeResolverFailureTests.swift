import Facet
import FacetTestSupport
import Testing

private struct Tea: Equatable {
  var name = "Tea"
}
private struct Spilled: Error, CustomStringConvertible {
  let description = "spilled"
}
/// Has what `serve` gives.
private final class Fake: Resolver {
  let serve: @Sendable (_ name: String?, _ arguments: [String]) throws -> Any?

  init(serve: @escaping @Sendable (_ name: String?, _ arguments: [String]) throws -> Any? = { _, _ in nil }) {
    self.serve = serve
  }

  func provide<Service, each Argument>(
    _ serviceType: Service.Type, name: String?, arguments: repeat each Argument
  ) throws -> Service? {
    var list: [String] = []
    repeat list.append(String(describing: each arguments))
    return try serve(name, list) as? Service
  }
}

/// Apart from the exit tests, in whose closures the optimizer of Swift 6.3.1 crashes on a list without arguments.
@inline(never)
private func findsNothing(_ resolver: Fake) -> Bool { resolver.resolveAll(Tea.self).isEmpty }

/// Has nothing.
private final class Empty: Resolver {
  func provide<S, each A>(_: S.Type, name: String?, arguments: repeat each A) throws -> S? { nil }
}
/// Has one type, and not its optional.
private final class TeaShop: Resolver {
  func provide<Service, each Argument>(
    _ serviceType: Service.Type, name: String?, arguments: repeat each Argument
  ) throws -> Service? { serviceType == Tea.self ? Tea(name: name ?? "Tea") as? Service : nil }
}

private let spilled = """
  The factory of 'Tea' failed: spilled

    Path:   Tea

  To fix this, do one of:
    • Fix what the factory reports.
    • Catch the error in the factory.

  """

/// Every way to resolve goes through the one requirement of a resolver, and no failure is silent.
@Suite(.timeLimit(.minutes(20))) struct FakeResolverFailureTests {
  @Test func `an optional that a fake does not have is nil, and no failure`() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let fake = Empty()
      let inferred: Tea? = fake.optional()
      let resolved: [Tea??] = [
        fake.resolve(Tea?.self), fake.resolve(Tea?.self, name: "green"), fake.resolve(Tea?.self, argument: 1),
      ]
      let nested: Tea??? = fake.resolve(Tea??.self)
      #expect(inferred == nil)
      #expect(fake.optional(Tea.self, name: "green", arguments: 1, 2) == nil)
      #expect(resolved == [.some(nil), .some(nil), .some(nil)])
      #expect(nested == .some(.some(nil)))
      #expect((try? fake.require(Tea?.self)) == .some(nil))
      let awaited: Tea?? = try? await fake.requireAsync(Tea?.self, argument: 1)
      #expect(awaited == .some(nil))
    }
    #expect(try errorOutput(result) == "")
  }

  @Test func `an optional that a fake cannot provide is a failure`() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let fake = Fake(serve: { _, _ in throw Spilled() })
      guard fake.optional(Tea.self) == nil else { fatalError("found") }
    }
    #expect(try errorOutput(result).hasPrefix("The factory of 'Optional<Tea>' failed: spilled\n"))
  }

  @Test func `an optional of a type that a fake tells from others is the service`() throws {
    #expect(TeaShop().optional(Tea.self) == Tea())
    #expect(TeaShop().optional(Tea.self, name: "green", argument: 1) == Tea(name: "green"))
    #expect(try TeaShop().require(Tea??.self, name: "black") == Tea(name: "black"))
    #expect(TeaShop().optional(Int.self) == nil)
  }

  @Test func `a resolve of all asks the fake once`() {
    let requests = Recorder<String>()
    let fake = Fake { name, arguments in
      requests.add("\(name ?? "-") \(arguments)")
      return Tea()
    }
    #expect(fake.resolveAll(Tea.self, arguments: 7) == [Tea()])
    #expect(requests.all == ["- [\"7\"]"])
  }

  @Test func `a resolve of all that finds nothing gives nothing, and is no failure`() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      guard findsNothing(Fake()) else { fatalError("found") }
    }
    #expect(try errorOutput(result) == "")
  }

  @Test func `a resolve of all whose fake throws gives nothing, and tells standard error`() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      guard findsNothing(Fake(serve: { _, _ in throw Spilled() })) else { fatalError("found") }
    }
    #expect(try errorOutput(result) == spilled)
  }

  @Test func `a resolve whose fake throws tells standard error`() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      guard Fake(serve: { _, _ in throw Spilled() }).resolve(Tea.self) == nil else { fatalError("found") }
    }
    #expect(try errorOutput(result) == spilled)
  }

  @Test func `a reason that a fake takes over from a container stays as it is`() throws {
    let container = Container()
    container.register(Tea.self, name: "black", fileID: "Tea.swift", line: 4) { _ in Tea() }
    let fake = Fake { name, _ in try container.require(Tea.self, name: name) }
    let error = #expect(throws: ResolutionError.self) { try fake.require(Tea.self, name: "green") }
    #expect(error?.code == .notRegistered)
    #expect(
      error?.description == """
        No registration matches 'Tea' named "green".

          Path:   Tea "green"
          Near:   'Tea' named "black"   registered at Tea.swift:4

        To fix this, do one of:
          • Ask for the name of a registration above.
          • Register it: container.register(Tea.self, name: "green") { resolver in … }
        """)
  }
}
