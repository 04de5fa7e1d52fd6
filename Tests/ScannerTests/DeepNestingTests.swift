import FacetContainerCheck
import FacetSyntax
import Testing

/// Sources of containers that nobody writes by hand: nothing crashes or hangs.
@Suite(.timeLimit(.minutes(20))) struct DeepNestingTests {
  private static let openings = [
    "container.resolve(", "container.resolve(Int.self, argument: ", "if true { ", "func f() { ",
    "struct A { ",
    "{ r in ", "let a = { ", "container.register(Int.self) { r in ", "(", "[",
  ]

  private func check(_ text: String) async -> ContainerCheck {
    let text = "import Facet\nfunc f(container: Container) {\n\(text)\n}\n"
    return await ContainerCheck([SourceFile(path: "Deep.swift", text: text)])
  }

  @Test(arguments: openings)
  func `What stands in itself ten thousand times is not read`(_ opening: String) async {
    let check = await check("container.register(Int.self) " + String(repeating: opening, count: 10_000))
    #expect(
      check.faults.map(\.message) == [
        "brackets are nested too deeply to be read, so that the containers are not checked"
      ])
    #expect(check.faults.map(\.location.line) == [3])
    #expect(check.diagnostics == [])
  }

  @Test(arguments: openings)
  func `What the compiler reads is read`(_ opening: String) async {
    let closing = opening.contains("{") ? "}" : opening.contains("[") ? "]" : ")"
    let text =
      String(repeating: opening, count: 200) + String(repeating: closing, count: 200)
      + "\ncontainer.resolve(Tea.self)!"
    let check = await check(text)
    #expect(check.faults == [])
    #expect(check.diagnostics.last?.location.line == 4)
  }

  @Test func `Thousands of missing services of one factory are found`() async {
    var text = "container.register(Shop.self) { r in\n"
    for number in 0..<1500 { text += "let a\(number) = r.resolve(A\(number).self)!\n" }
    text += "let sum = 0"
    for number in 0..<1500 { text += " + r.resolve(C\(number).self)!" }
    text += "\nreturn Shop("
    for number in 0..<1500 { text += "r.resolve(B\(number).self)!,\n" }
    #expect(await check(text + ") }").diagnostics.count == 4500)
  }

  @Test func `Values that are made of one another are no hang`() async {
    var types = ""
    for number in 0..<18 {
      types += """
        struct A\(number) {
          static let one = thing.two(thing.one, thing.two)
          static let two = same(thing.one, thing.two(thing.one))
          func two<T>(_ one: T, _ two: T) -> T { one }
        }
        func same<T>(_ one: T, _ two: A\(number)) -> T { one }

        """
    }
    let call =
      String(repeating: "thing.two(same(", count: 40) + "thing.one" + String(repeating: "))", count: 40)
    let text = "\(types)\nfunc set(_ c: Container) { c.register { \(call) }; c.register { thing.one.two } }"
    #expect(
      await ContainerCheck([SourceFile(path: "Deep.swift", text: "import Facet\n" + text)]).diagnostics == [])
  }

  @Test func `Containers that are parents of one another are no hang`() async {
    let text = """
      let a = Container(parent: b)
      let b = Container(parent: a)
      a.resolve(Tea.self)!
      """
    #expect(
      await check(text).diagnostics.flatMap(\.lines) == [
        "Deep.swift:5:3: warning: nothing registers 'Tea'; the '!' stops the program here"
      ])
  }

  @Test func `A type with a hundred thousand question marks is no type`() async {
    let text = "container.resolve(Tea\(String(repeating: "?", count: 100_000)).self)!"
    #expect(await check(text).diagnostics == [])
  }
}
