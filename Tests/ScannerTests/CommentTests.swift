import FacetContainerCheck
import FacetSyntax
import Testing

/// The comments that speak to the checks.
@Suite(.timeLimit(.minutes(20))) struct CommentTests {
  private static let missing = [
    "App.swift:4:19: warning: nothing registers 'Tea'; the '!' stops the program here"
  ]

  private func check(_ comment: String, before: String = "", lineEnd: String = "\n") async -> ContainerCheck {
    let text = """
      import Facet
      \(before)
      func start(_ container: Container) {
        print(container.resolve(Tea.self)!)  \(comment)
      }

      """
    return await ContainerCheck([
      SourceFile(path: "App.swift", text: text.replacing("\n", with: lineEnd))
    ])
  }

  private func lines(_ check: ContainerCheck) -> [String] { check.diagnostics.flatMap(\.lines) }

  @Test(arguments: ["\n", "\r\n"])
  func `They are found with either line end`(_ lineEnd: String) async {
    #expect(await lines(check("", lineEnd: lineEnd)) == Self.missing)
    #expect(await lines(check("// facet:ignore", lineEnd: lineEnd)) == [])
    #expect(await lines(check("", before: "// facet:ignore-file", lineEnd: lineEnd)) == [])
    #expect(await check("", before: "// facet:strict", lineEnd: lineEnd).isStrict)
  }

  @Test(arguments: ["facet:ignore: a plug-in has it", "facet:ignore.", "facet:ignore, for now"])
  func `What ends the word does not matter`(_ comment: String) async {
    #expect(await lines(check("// \(comment)")) == [])
  }

  @Test func `A longer word is another word`() async {
    #expect(await lines(check("// facet:ignored")) == Self.missing)
    #expect(await lines(check("// facet:ignore-files")) == Self.missing)
  }
}
