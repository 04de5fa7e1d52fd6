import FacetContainerCheck
import FacetStaticCheck
import FacetSyntax
import Testing

/// Thousands of mistakes at once are reported in seconds: what a change of a name or a bad merge leaves behind.
@Suite(.timeLimit(.minutes(20))) struct ManyMistakesTests {
  private static let count = 11_000

  private func lines(_ line: (Int) -> String) -> String {
    (0..<Self.count).map(line).joined(separator: "\n")
  }

  private func resolver(_ body: (Int) -> String) -> [Diagnostic] {
    let text = """
      import FacetStatic
      struct Shop: Resolver {
        enum Key {
          \(lines { "typealias Key\($0) = Int" })
        }
        typealias Output = Key.Key0
        \(lines(body))
      }
      """
    return Generation([SourceFile(path: "Shop.swift", text: text)]).diagnostics
  }

  private func container(_ body: (Int) -> String) async -> [Diagnostic] {
    let text = "import Facet\nfunc set(container: Container) {\n\(lines(body))\n}\n"
    return await ContainerCheck([SourceFile(path: "Shop.swift", text: text)]).diagnostics
  }

  @Test func `Parameters that are no keys`() {
    let found = resolver { "func key\($0)(a: Key.Absent\($0)) -> Key.Key\($0) { 1 }" }
    #expect(found.count == Self.count)
  }

  @Test func `Properties that are computed`() {
    #expect(resolver { "var key\($0): Key.Key\($0) { 1 }" }.count == Self.count)
  }

  @Test func `Keys that nothing builds`() {
    #expect(resolver { "func key\($0)(a: Key.Key0) {}" }.count == Self.count)
  }

  @Test func `Services of factories`() async {
    let found = await container { "container.register(A\($0).self) { r in A\($0)(r.resolve(B\($0).self)!) }" }
    #expect(found.count == Self.count)
  }

  @Test func `Names of one service`() async {
    let found = await container {
      "container.register(A.self, name: \"a\($0)\") { r in A(r.resolve(A.self, name: \"b\($0)\")!) }"
    }
    #expect(found.count == Self.count)
    #expect(found.last?.notes.map(\.location.line) == [3, 4, 5])
  }

  @Test func `Containers of one function`() async {
    let found = await container { "let c\($0) = Container()\nc\($0).resolve(A.self)!" }
    #expect(found.count == Self.count)
  }

  @Test func `Variables of one function`() async {
    let found = await container { "let name\($0) = \"a\"\ncontainer.resolve(A.self, name: name\($0))!" }
    #expect(found.count == Self.count)
  }

  @Test func `Registrations in one chain`() async {
    let found = await container {
      ($0 == 0 ? "container" : "") + ".register(A\($0).self) { r in A\($0)(r.resolve(B\($0).self)!) }"
    }
    #expect(found.count == Self.count)
  }
}
