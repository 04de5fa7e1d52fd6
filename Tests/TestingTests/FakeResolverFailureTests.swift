import Facet
import FacetTestSupport
import Testing

/// Apart from the exit tests, in whose closures the optimizer of Swift 6.3.1 crashes on a list without arguments.
@inline(never)
private func findsNothing(_ resolver: Fake) -> Bool { resolver.resolveAll(Tea.self).isEmpty }

/// Has one type, and not its optional.
private final class TypedFake: Resolver {
  func provide<Service, each Argument>(
    _ serviceType: Service.Type, name: String?, arguments: repeat each Argument
  ) throws -> Service? { serviceType == Tea.self ? Tea(name: name ?? "Tea") as? Service : nil }
}

/// No failure of a fake is silent, and what may be missing is no failure.
@Suite(.timeLimit(.minutes(20))) struct FakeResolverFailureTests {
  @Test func `an optional that a fake does not have is nil, a list empty, and no failure`() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let fake = Fake()
      let inferred: Tea? = fake.optional()
      let resolved: [Tea??] = [
        fake.resolve(Tea?.self), fake.resolve(Tea?.self, name: "green"), fake.resolve(Tea?.self, argument: 1),
      ]
      let nested: Tea??? = fake.resolve(Tea??.self)
      #expect(inferred == nil)
      #expect(fake.optional(Tea.self, name: "green", arguments: 1, 2) == nil)
      #expect(resolved == [.some(nil), .some(nil), .some(nil)])
      #expect(nested == .some(.some(nil)))
      // Required, it is missed as its type is.
      #expect(throws: ResolutionError.self) { try fake.require(Tea?.self) }
      await #expect(throws: ResolutionError.self) { try await fake.requireAsync(Tea?.self, argument: 1) }
      #expect(findsNothing(fake))
    }
    #expect(try errorOutput(result) == "")
  }

  @Test func `an optional of a type that a fake tells from others is the service`() throws {
    let teas = [
      TypedFake().optional(Tea.self), TypedFake().optional(Tea.self, name: "green", argument: 1),
      try TypedFake().require(Tea??.self, name: "black") ?? nil,
    ]
    #expect(teas.map { $0?.name } == ["Tea", "green", "black"] && TypedFake().optional(Int.self) == nil)
  }

  @Test func `what a fake throws gives nothing, and is told to standard error`() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let fake = Fake(serve: { _, _ in throw NoStock() })
      guard fake.resolve(Tea.self) == nil, findsNothing(fake), fake.optional(Tea.self) == nil else {
        fatalError("found")
      }
    }
    let lines = try errorOutput(result).split(separator: "\n").filter { $0.hasPrefix("The factory") }
    #expect(
      lines == [
        "The factory of 'Tea' failed: no stock", "The factory of 'Tea' failed: no stock",
        "The factory of 'Tea' failed: no stock",
      ])
  }
}
