import FacetDrawing
import FacetGraph
import FacetStaticCheck
import FacetSyntax
import Testing

/// What holds for all generated files.
@Suite(.timeLimit(.minutes(20))) struct GenerationTests {
  private func file(_ name: String, _ text: String) -> SourceFile { SourceFile(path: name, text: text) }

  @Test func `The order in which files are given does not matter`() throws {
    for golden in Golden.all {
      let files = golden.files.map { SourceFile(path: $0.name, text: $0.text) }
      let forwards = Generation(files, moduleName: "Target")
      let backwards = Generation(files.reversed(), moduleName: "Target")
      #expect(forwards.text == backwards.text)
      #expect(forwards.diagnostics == backwards.diagnostics)
    }
  }

  @Test func `Files that have nothing to do with resolvers are not read, however broken they are`() {
    let generation = Generation([
      file("A.swift", "import FacetStatic\nstruct Tea {}\n"), file("B.swift", "struct { ( \" /*"),
    ])
    #expect(generation.diagnostics.isEmpty)
    #expect(generation.resolverCount == 0)
  }

  @Test func `A broken file that only has a word in common with a resolver is left to the compiler`() {
    let text =
      "import FacetStatic\n\nstruct Shop: Resolver {\n  enum Key { typealias A = Int }\n"
      + "  typealias Output = Key.A\n  func a() -> Key.A { 1 }\n}\n"
    let broken = "let stack = LazyVStack { ( \" }\n"
    #expect(Generation([file("A.swift", text), file("B.swift", broken)]).diagnostics == [])
    #expect(Generation([file("A.swift", text), file("B.swift", broken + "// Shop")]).diagnostics.count == 1)
  }

  @Test func `A resolver is known by the module that its protocol comes from`() {
    let text = "struct Fake: Resolver {\n  func other() -> Int { 1 }\n}\n"
    #expect(Generation([file("A.swift", "import Facet\n" + text)]).resolverCount == 0)
    #expect(Generation([file("A.swift", "import FacetStatic\n" + text)]).resolverCount == 1)
  }

  @Test func `The target may be named in front of its types`() {
    let text = """
      import FacetStatic

      struct Shop: Resolver {
        enum Key { typealias A = Int }
        typealias Output = Market.Shop.Key.A
      }

      extension Market.Shop {
        func a() -> Market::Shop.Key.A { 1 }
      }
      """
    let generation = Generation([file("A.swift", text)], moduleName: "Market")
    #expect(generation.diagnostics.flatMap(\.lines) == [])
    #expect(generation.text?.contains("let a: Key.A = self.a()") == true)
  }

  @Test func `A file that the tool wrote is no source`() throws {
    let text =
      "import FacetStatic\n\nstruct Shop: Resolver {\n  enum Key { typealias A = Int }\n"
      + "  typealias Output = Key.A\n  func a() -> Key.A { 1 }\n}\n"
    let first = try #require(Generation([file("A.swift", text)]).text)
    let second = Generation([file("A.swift", text), file("B.swift", first)])
    #expect(second.diagnostics.flatMap(\.lines) == [])
    #expect(second.text == first)
  }

  @Test func `The graph of all resolvers has a cluster for each`() {
    let golden = Golden.all.filter { ["lazy", "several"].contains($0.name) }
    let files = golden.flatMap(\.files).enumerated().map { file("\($0.offset).swift", $0.element.text) }
    #expect(
      GraphFormat.text.text(of: Generation(files).graph) == """
        Shop
          A: Int  (0.swift:12)
          B: String  (0.swift:13)
            → A
          C: [Int]  (0.swift:14)
            → A
            ⇢ B  (lazy)

        First
          A: Int  (1.swift:10)

        Second
          B: Int  (2.swift:11)
          C: String  (2.swift:12)
            ⇢ B  (lazy)

        """)
  }
}
