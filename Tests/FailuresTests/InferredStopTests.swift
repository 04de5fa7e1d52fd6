import Facet
import FacetTestSupport
import Testing

private protocol Fetching {}
private struct Fetcher: Fetching {}

/// The inferred resolve stops with the full message.
@Suite(.timeLimit(.minutes(20))) struct InferredStopTests {
  @Test func `the inferred resolve of a missing service stops with the full message and its place`()
    async throws
  {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      endProcess()
      let container = Container()
      container.register((any Fetching).self, name: "cached", fileID: "App/Fetching.swift", line: 4) { _ in
        Fetcher()
      }
      let _: any Fetching = container.resolve(fileID: "App/Main.swift", line: 21)
    }
    #expect(
      try stopText(result) == """
        No registration matches 'Fetching'.

          Path:   Fetching
          Near:   'Fetching' named "cached"   registered at App/Fetching.swift:4

        To fix this, do one of:
          • Ask for the name of a registration above.
          • Register it: container.register((any Fetching).self) { resolver in … }

          Stopped at App/Main.swift:21
        """)
  }

  @Test func `the inferred resolve of a resolver stops as well`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      endProcess()
      let resolver: any Resolver = Container()
      let _: any Fetching = resolver.resolve(name: "x", argument: 1, fileID: "App/Main.swift", line: 3)
    }
    #expect(
      try stopText(result) == """
        No registration matches 'Fetching' named "x" with arguments (Int).

          Path:   Fetching "x"

        To fix this, do one of:
          • Register it: container.register((any Fetching).self, name: "x") { (resolver, int: Int) in … }

          Stopped at App/Main.swift:3
        """)
  }

  @Test func `the inferred resolve calls no failure handler`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      endProcess()
      let container = Container()
      container.failureHandler = { _ in fatalError("handler") }
      let _: any Fetching = container.resolve()
    }
    #expect(try stopText(result).hasPrefix("No registration matches 'Fetching'."))
  }

  @Test func `the inferred resolve of a missing optional does not stop`() {
    let fetching: (any Fetching)? = Container().resolve()
    #expect(fetching == nil)
  }
}
