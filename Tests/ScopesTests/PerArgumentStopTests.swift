import Facet
import FacetTestSupport
import Testing

private struct Draft {}
private struct Sketch: Equatable {}
private final class Editor {}

/// Arguments that cannot be compared stop the program with the whole reason.
@Suite(.timeLimit(.minutes(20))) struct PerArgumentStopTests {
  @Test func `an argument that is not Hashable stops where the scope is set`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      endProcess()
      let container = Container()
      let entry = container.register(Editor.self, name: "main", fileID: "Press/Editors.swift", line: 3) {
        (_, _: Draft, _: Int) in Editor()
      }
      guard container.resolve(Editor.self, name: "main", arguments: Draft(), 1) != nil else { return }
      entry.inObjectScope(.perArgument)
    }
    #expect(
      try stopText(result) == """
        Precondition failed: Cannot keep one Editor per argument, because 'Draft' is not Hashable

          Service:   'Editor' named "main" with arguments (Draft, Int)   registered at Press/Editors.swift:3
          Scope:     perArgument

        To fix this, do one of:
          • Conform 'Draft' to Hashable.
          • Take an argument that is Hashable, such as an identifier.
          • Choose another scope.
        """)
  }

  @Test func `as a default scope it stops at the first resolve, and not before`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      endProcess()
      let container = Container(defaultObjectScope: .perArgument)
      container.register(Editor.self) { (_, _: Draft) in Editor() }.inObjectScope(.transient)
      container.register(Editor.self, fileID: "Press/Editors.swift", line: 3) {
        (_, _: Draft, _: Sketch, _: Int) in Editor()
      }
      guard container.resolve(Editor.self, argument: Draft()) != nil else { return }
      _ = container.resolve(Editor.self, arguments: Draft(), Sketch(), 1)
    }
    #expect(
      try stopText(result) == """
        Precondition failed: Cannot keep one Editor per argument, because 'Draft' and 'Sketch' are not Hashable

          Service:   'Editor' with arguments (Draft, Sketch, Int)   registered at Press/Editors.swift:3
          Scope:     perArgument

        To fix this, do one of:
          • Conform 'Draft' and 'Sketch' to Hashable.
          • Take an argument that is Hashable, such as an identifier.
          • Choose another scope.
        """)
  }
}
