import Facet
import FacetTestSupport
import Testing

/// The inferred resolve stops with the full message.
@Suite(.timeLimit(.minutes(20))) struct InferredStopTests {
  @Test func `a missing service stops with the full message and its place, and no handler`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      endProcess()
      let container = Container()
      container.failureHandler = { _ in fatalError("handler") }
      container.register((any Drink).self, name: "cached", fileID: "App/Drinks.swift", line: 4) { _ in
        Tea()
      }
      let _: any Drink = container.resolve(fileID: "App/Main.swift", line: 21)
    }
    #expect(
      try stopText(result) == """
        No registration matches 'Drink'.

          Path:   Drink
          Near:   'Drink' named "cached"   registered at App/Drinks.swift:4

        To fix this, do one of:
          • Ask for the name of a registration above.
          • Register it: container.register((any Drink).self) { resolver in … }

          Stopped at App/Main.swift:21
        """)
  }

  @Test func `the inferred resolve of a resolver stops as well`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      endProcess()
      let resolver: any Resolver = Container()
      let _: any Drink = resolver.resolve(name: "x", argument: 1, fileID: "App/Main.swift", line: 3)
    }
    let lines = try stopText(result).split(separator: "\n")
    #expect(lines.first == "No registration matches 'Drink' named \"x\" with arguments (Int).")
    #expect(lines.last == "  Stopped at App/Main.swift:3")
  }

  @Test func `the inferred resolve of a missing optional does not stop`() {
    let drink: (any Drink)? = Container().resolve()
    #expect(drink == nil)
  }
}
