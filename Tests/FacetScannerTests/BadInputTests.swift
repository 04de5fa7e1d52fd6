import FacetScanner
import Testing

/// What cannot be read is said with its place, or passed over; nothing crashes or hangs.
@Suite(.timeLimit(.minutes(2))) struct BadInputTests {
  private func lines(_ bytes: [UInt8]) -> [String] {
    Generation([SourceFile(path: "Bad.swift", contents: bytes)]).diagnostics.flatMap(\.lines)
  }

  private let good = """
    import FacetStatic

    struct Shop: Resolver {
      enum Key { typealias A = Int }
      typealias Output = Key.A
      func a() -> Key.A { 1 }
    }

    """

  @Test func `A byte that is not UTF-8 is reported where it stands`() {
    #expect(
      lines(Array(good.utf8) + Array("let \u{E9}".utf8) + [0x20, 0xFF, 0x0A]) == [
        "Bad.swift:8:8: error: this byte is not valid UTF-8"
      ])
  }

  @Test func `A byte that is not UTF-8 inside a comment is passed over`() {
    #expect(lines(Array(good.utf8) + Array("// ".utf8) + [0xFF, 0xC0, 0x0A]) == [])
  }

  @Test func `A byte order mark, a first line for the shell and line ends of Windows are no trouble`() {
    #expect(lines([0xEF, 0xBB, 0xBF] + Array(good.utf8)) == [])
    #expect(lines(Array("#!/usr/bin/env swift\n".utf8) + Array(good.utf8)) == [])
    let wrong = good.replacing("func a() -> Key.A", with: "func a() -> Key.B").replacing("\n", with: "\r\n")
    #expect(
      lines(Array(wrong.utf8)) == [
        "Bad.swift:4:24: error: no function of 'Shop' returns 'Key.A'; add one, such as 'func a() -> Key.A'",
        "Bad.swift:6:15: error: 'Key' declares no 'B'; did you mean 'A'?",
      ])
  }

  @Test func `Ten thousand open brackets of each kind are reported, not followed`() {
    for bracket in ["{", "(", "[", "<", "struct A {", "\"\\(", "/*", "#if X\n", "func f(", "@", "let a = "] {
      let text = good + String(repeating: bracket, count: 10_000)
      #expect(lines(Array(text.utf8)).count <= 10_001, "\(bracket)")
    }
  }

  @Test func `Ten thousand types in one another are passed over at some depth`() {
    let text = good + String(repeating: "struct A { ", count: 10_000) + String(repeating: "}", count: 10_000)
    #expect(lines(Array(text.utf8)) == [])
  }

  @Test func `A macro between attributes and a declaration inside a condition ends the attributes`() {
    #expect(outline("@A\n#if X\n@B\n#static func f() {}\n#endif\n") == "func f #[X]")
  }

  @Test func `A chain of two thousand keys is planned`() {
    var text = "import FacetStatic\n\nstruct Shop: Resolver {\n  typealias Output = Key.K0\n  enum Key {\n"
    for number in 0..<2000 { text += "    typealias K\(number) = Int\n" }
    text += "  }\n"
    for number in 0..<1999 { text += "  func k\(number)(a: Key.K\(number + 1)) -> Key.K\(number) { a }\n" }
    text += "  func k1999() -> Key.K1999 { 1 }\n}\n"
    let generation = Generation([SourceFile(path: "Chain.swift", text: text)])
    #expect(generation.diagnostics.isEmpty)
    #expect(generation.text?.contains("let k0: Key.K0 = self.k0(a: k1)\n    return k0\n") == true)
  }

  @Test func `Every prefix of a resolver is reported or passed over`() {
    let bytes = Array(good.utf8)
    for length in 0...bytes.count {
      let generation = Generation([SourceFile(path: "Half.swift", contents: Array(bytes[..<length]))])
      #expect(generation.text != nil || !generation.diagnostics.isEmpty)
    }
  }
}
