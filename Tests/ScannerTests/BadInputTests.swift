import FacetContainerCheck
import FacetStaticCheck
import FacetSyntax
import Testing

/// What cannot be read is said with its place, or passed over; nothing crashes or hangs.
@Suite(.timeLimit(.minutes(20))) struct BadInputTests {
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

  @Test func `Halves of surrogate pairs, long forms and numbers beyond Unicode are not UTF-8`() {
    let fault = "Bad.swift:8:5: error: this byte is not valid UTF-8"
    for bytes: [UInt8] in [
      [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xE0, 0x80, 0xAF], [0xF4, 0x90, 0x80, 0x80],
    ] {
      #expect(lines(Array(good.utf8) + Array("let ".utf8) + bytes + Array(" = 1\n".utf8)).first == fault)
    }
    #expect(lines(Array(good.utf8) + Array("let \u{D7FF}\u{E000}\u{10FFFD} = 1\n".utf8)) == [])
  }

  @Test func `A do without braces where a value is expected is passed over`() async {
    let text = "import Facet\nfunc set(_ c: Container) {\n  let tea = do c.resolve(Tea.self)!\n}\n"
    #expect(await ContainerCheck([SourceFile(path: "Bad.swift", text: text)]).faults.isEmpty)
  }

  @Test(arguments: [
    "resolve<Int>(x)", "resolve(x)", ".resolve()", "= resolve()", "register<Int> { 1 }", "~> x",
  ])
  func `Nothing is read in front of the first token`(_ line: String) async {
    for library in ["Swinject", "Facet", "Resolver"] {
      let check = await ContainerCheck([SourceFile(path: "Bad.swift", text: "\(line)\nimport \(library)\n")])
      #expect(check.faults.isEmpty)
    }
  }

  @Test func `A byte that is not UTF-8 inside a comment is passed over`() {
    #expect(lines(Array(good.utf8) + Array("// ".utf8) + [0xFF, 0xC0, 0x0A]) == [])
  }

  @Test func `A byte order mark, a first line for the shell and line ends of Windows are no trouble`() {
    #expect(lines([0xEF, 0xBB, 0xBF] + Array(good.utf8)) == [])
    // The first declaration is the resolver, so that it would be lost with the mark.
    let bare = good.replacing(
      "import FacetStatic\n\nstruct Shop: Resolver", with: "struct Shop: FacetStatic.Resolver")
    let marked = SourceFile(path: "Bad.swift", contents: [0xEF, 0xBB, 0xBF] + Array(bare.utf8))
    #expect(Generation([marked]).resolverCount == 1)
    #expect(lines([0xEF, 0xBB, 0xBF] + Array(bare.replacing("Key.A {", with: "Key.B {").utf8)).count == 2)
    #expect(lines(Array("#!/usr/bin/env swift\n".utf8) + Array(good.utf8)) == [])
    let wrong = good.replacing("func a() -> Key.A", with: "func a() -> Key.B").replacing("\n", with: "\r\n")
    #expect(
      lines(Array(wrong.utf8)) == [
        "Bad.swift:4:24: error: no function of 'Shop' returns 'Key.A'; add one, such as 'func a() -> Key.A'",
        "Bad.swift:6:15: error: 'Key' declares no 'B'; did you mean 'A'?",
      ])
  }

  @Test(arguments: [
    "{", "(", "[", "struct A {", "func f(", ")", "]", "}", "(]", "{)", "[{(", "@A(", "case a(",
    "typealias X = (",
    "var a: Int { get {",
  ])
  func `Forty thousand brackets without partners are one mistake`(_ bracket: String) {
    let open = String(good.dropLast(2))
    #expect(lines(Array((good + String(repeating: bracket, count: 40_000)).utf8)).count == 1)
    #expect(lines(Array((open + String(repeating: bracket, count: 40_000)).utf8)).count == 1)
  }

  @Test(arguments: [
    "<", "\"\\(", "/*", "#if X\n", "@", "let a = ", "#if swift(>=99)\n", "#else\n", "a<", "x y ", "`",
  ])
  func `Forty thousand beginnings of something are reported once or passed over`(_ beginning: String) {
    let text = good + String(repeating: beginning, count: 40_000)
    #expect(lines(Array(text.utf8)).count <= 1)
  }

  @Test func `Ten thousand types in one another are a mistake at the depth where the compiler gives up`() {
    func types(_ count: Int) -> [UInt8] {
      Array(
        (good + String(repeating: "struct A { ", count: count) + String(repeating: "}", count: count)).utf8)
    }
    #expect(lines(types(250)) == [])
    #expect(
      lines(types(10_000)) == ["Bad.swift:8:2826: error: brackets are nested too deeply to be read"])
  }

  @Test func `A result in ten thousand parentheses is a mistake at once`() {
    let text = good.replacing(
      "-> Key.A",
      with: "-> " + String(repeating: "(", count: 10_000) + "Key.A" + String(repeating: ")", count: 10_000))
    #expect(
      lines(Array(text.utf8)) == ["Bad.swift:6:270: error: brackets are nested too deeply to be read"])
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
