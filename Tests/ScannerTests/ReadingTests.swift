import FacetContainerCheck
import FacetSyntax
import Foundation
import Testing

/// What is read of a registration without a type; and that what is not read silences only what it may be.
@Suite(.timeLimit(.minutes(20))) struct ReadingTests {
  private static let declarations = """
    import Facet
    import Foundation

    protocol Hot {}
    class Drink { init() {} }
    final class Green: Drink, Hot {
      static let shared = Green()
      static let made = { Green() }()
      static var later: Green { Green() }
      static subscript(number: Int) -> Green { Green() }
      let twin: Green? = nil
      let twins: [Green] = []
      let byName: [String: Green] = [:]
      static func make() -> Self { Self() }
      func brewed(_ minutes: Int = 1) -> Green { self }
      func callAsFunction() -> Green { self }
    }
    struct Builder<Made> {
      let make: () -> Made
      func build() -> Made { make() }
      func with(_ number: Int) -> Builder { self }
    }
    enum Kind { case one, two }
    func brew() throws -> Green { Green() }
    func brewLater() async -> Green { Green() }
    func same<Value>(_ type: Value.Type) -> Value { fatalError() }
    func pour() -> Drink { Drink() }
    extension URLSession { static var tea: Green { Green() } }
    final class Cup { init(_ number: Int) {} }

    """

  private func check(_ statement: String) async -> ContainerCheck {
    let text =
      Self.declarations
        + """
        func set(_ c: Container, flag: Bool, kind: Kind, teas: [Green], green: Green?, things: [Any]) {
          \(statement)
        }
        func use(_ c: Container) -> Cup { c.resolve(Cup.self)! }

        """
    return await ContainerCheck([SourceFile(path: "App.swift", text: text)])
  }

  private func gaps(_ check: ContainerCheck) -> [String] { check.coverage.gaps.map(\.message) }

  @Test(
    arguments: [
      "Green()", "Green.init()", "Green().brewed()", "Green().brewed().brewed(2)", "Green.shared",
      "Green.made",
      "Green.later", "Green[1]", "Green.make()", "Green.make().brewed()", "Green.shared.twin!",
      "Green.shared.twin ?? Green()",
      "Green.shared.twins[0]", "Green.shared.byName[\"a\"]!", "Green.shared.byName[\"a\", default: Green()]",
      "Green.shared()", "try! brew()", "brew()", "same(Green.self)",
      "same(Green.self).brewed()",
      "Builder(make: { 1 }).build() as Any as! Green", "Builder<Green>(make: { Green() }).build()",
      "Builder<Green>(make: { Green() }).with(1).build()", "flag ? Green() : Green.shared",
      "green ?? Green()",
      "green!", "green!.brewed()", "teas[0]", "teas[0].brewed()", "{ Green() }()",
      "{ () -> Green in Green() }()",
      "(Green())", "[Green()][0]", "flag ? Green() : .init()", "green ?? .init()",
      "(green ?? Green()).brewed()", "if flag { Green() } else { Green.shared }",
      "if flag { Green() } else if kind == .one { Green.shared } else { fatalError() }",
      "switch kind { case .one: Green()\ncase .two: Green.shared }",
      "switch kind { case .one: Green()\ndefault: fatalError() }",
      "#if DEBUG\nGreen()\n#else\nGreen.shared\n#endif", "let tea = Green()\nreturn tea",
      "let tea = green!\nreturn tea.brewed()",
      "guard let green else { return Green() }\nreturn green",
      "if flag { return Green() }\nreturn Green.shared",
      "Green() as Green", "URLSession.tea", "func local() -> Green { Green() }\nreturn local()",
    ])
  func `A factory is read, so that what is missing is told`(_ factory: String) async {
    for (before, type) in [("", "Green"), ("_ = c.resolve(Drink.self)!\n", "Drink")] {
      let found = await check("c.register { \(factory) }\n\(before)_ = c.resolve(Green.self)!")
      #expect(
        found.diagnostics.map(\.message)
          == (type == "Drink" ? ["nothing registers 'Drink'; the '!' stops the program here"] : []) + [
            "nothing registers 'Cup'; the '!' stops the program here"
          ], "\(factory)")
    }
    #expect(gaps(await check("c.register { \(factory) }")) == [])
  }

  @Test(arguments: [
    "7", "1.5", "\"tea\"", "\"\\(flag) tea\"", "true", "-1", "2 + 3", "!flag", "flag == true", "/tea/",
  ])
  func `A literal is no class of the application`(_ factory: String) async {
    let found = await check("c.register { \(factory) }")
    #expect(found.diagnostics.map(\.message) == ["nothing registers 'Cup'; the '!' stops the program here"])
    #expect(gaps(found) == [])
  }

  private static let none = "which keeps no resolve from being judged"

  @Test(
    arguments: [
      ("URLSession.shared", "a type of another module"),
      ("Bundle.main.bundleURL.path()", "a type of another module"),
      ("Calendar(identifier: .iso8601).startOfDay(for: Date())", "a type of another module"),
      ("elsewhere()", "a type of another module"),
      ("Elsewhere.make(Green.self)", "a type of another module or 'Green'"),
      ("Elsewhere.make { Green() }", "a type of another module or 'Green'"),
      ("$0.brewed()", "'Green' or a type of another module"),
      ("flag ? Green() : Drink() as Drink", "'Drink' or 'Green'"),
      ("#if DEBUG\nGreen()\n#else\npour()\n#endif", "'Drink' or 'Green'"),
      ("{ Green() }", "a function"), ("{ (number: Int) in Green() }", "a function"),
      ("[Green(), pour()]", "a list"), ("teas.reversed().first!", "a type of another module or 'Green'"),
      ("[\"a\": Green()]", "a dictionary"), ("(Green(), 1)", "a tuple"), ("Green.self", "a type itself"),
      ("\\Green.twin", "a type of another module"), ("let tea = 1", "a tuple"),
    ])
  func `What is not read silences only what it may be`(_ factory: String, _ words: String) async {
    let found = await check("c.register { \(factory) }")
    #expect(
      found.diagnostics.map(\.message) == ["nothing registers 'Cup'; the '!' stops the program here"],
      "\(factory)")
    #expect(gaps(found) == ["this may register \(words), \(Self.none)"], "\(factory)")
  }

  @Test(arguments: [".shared", "$0", "#tea"])
  func `A registration of which nothing is known silences the rest, and is named first`(_ factory: String)
    async
  {
    let found = await check("c.register { URLSession.shared }\nc.register { \(factory) }")
    #expect(found.diagnostics == [])
    #expect(
      gaps(found) == [
        "this may register any type, so that 1 resolve was not judged",
        "this may register a type of another module, \(Self.none)",
      ])
  }

  @Test func `A service of another module may be what is not read`() async {
    let found = await check("c.register { URLSession.shared }\n_ = c.resolve(URLSession.self)!")
    #expect(gaps(found) == ["this may register a type of another module, so that 1 resolve was not judged"])
  }

  @Test func `An unread registration is a node of the graph, with what it may be`() async {
    let found = await check(
      "c.register { .shared }.implements((any Hot).self)\n_ = c.resolve((any Hot).self)!")
    #expect(found.graph().nodes.map(\.name) == ["unread (any type)", "Hot", "Cup"].dropLast())
  }

  @Test func `Resolves of tests are counted as left out`() async {
    let test = SourceFile(
      path: "AppTests.swift",
      text:
        "import Facet\nimport Testing\n@Test func tea() throws { _ = try Container().require(Tea.self) }\n")
    let found = await ContainerCheck([test])
    #expect((found.coverage.leftOutCount, found.resolveCount, found.diagnostics.count) == (1, 0, 0))
  }

  @Test(arguments: [
    "let cup: Cup = if flag { c.resolve() } else { c.resolve(name: \"b\") }",
    "let cup: Cup = switch kind { case .one: c.resolve()\ncase .two: c.resolve(name: \"b\") }",
  ])
  func `The type of a choice is that of its branches`(_ statement: String) async {
    let found = await check(statement)
    #expect(
      found.diagnostics.map(\.message) == [
        "nothing registers 'Cup'", "nothing registers 'Cup' named \"b\"",
        "nothing registers 'Cup'; the '!' stops the program here",
      ])
  }

  // MARK: - The article

  /// The rows of the table: a statement, and what is said of it.
  private static let rows: [(statement: String, says: String)] = {
    let article = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent(
        "Sources/Facet/Facet.docc/Articles/CheckingWhileItBuilds.md")
    let text = (try? String(contentsOf: article, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").filter {
      $0.hasPrefix("| `") && !$0.contains("// facet:")
    }.map { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      return (cells[0].trimmingCharacters(in: ["`"]), cells[1])
    }
  }()

  @Test func `The table of the article is what the tool does`() async {
    #expect(Self.rows.count == 21)
    for (statement, says) in Self.rows {
      let asks = statement.contains("resolve") || statement.contains("require")
      let text =
        Self.declarations
          + """
          func take(_ cup: Cup) {}
          func set(_ c: Container, flag: Bool, kind: Kind, teas: [Green], things: [Any], names: [String], session: URLSession) {
            \(statement)
          }
          \(asks ? "" : "func use(_ c: Container) -> Cup { c.resolve(Cup.self)! }")

          """
      let found = await ContainerCheck([SourceFile(path: "App.swift", text: text)])
      let warns = found.diagnostics.map(\.message).contains { $0.hasPrefix("nothing registers 'Cup'") }
      let said: String
      if let gap = gaps(found).first {
        said = says.hasPrefix("unread: ") && gap.contains(says.dropFirst(8)) ? says : gap
      } else if warns {
        said = "read"
      } else {
        said = found.resolveCount == 0 ? "not looked at" : "handled"
      }
      #expect(said == says, "\(statement)")
    }
  }
}
