import FacetContainerCheck
import FacetSyntax
import Testing

/// The types of what is handed over are those that Swift makes of them.
@Suite(.timeLimit(.minutes(20))) struct ArgumentTypeTests {
  private static let declarations = """
    import Facet
    import Foundation
    class P {}
    protocol Q {}
    final class QI: Q {}
    enum Kind: String { case red }
    enum Choice { case none, of(P) }
    struct Options: OptionSet { let rawValue: Int }
    struct Raw: RawRepresentable { let rawValue: String; init?(rawValue: String) { self.rawValue = rawValue } }
    final class Failing { init?(_ n: Int) {} }
    final class Home { init(_ x: Any?) {} }
    final class Box { var p: P!; let q = P(); lazy var lazyP = P() }
    let box = Box()
    let boxes = [Box()]
    func find() -> P? { nil }
    func forced() -> P! { nil }
    let q: any Q = QI()
    func set(c: Container) {
      c.register(P.self) { _ in P() }

    """

  @Test(
    arguments: [
      ("c.resolve(P.self)", "P?", "P"), ("c.resolve(P.self)!", "P", "P?"),
      ("try! c.require(P.self)", "P", "P?"),
      ("try? c.require(P.self)", "P?", "P"), ("kept", "P?", "P"), ("c.optional(P.self)", "P?", "P"),
      ("c.resolveAll(P.self)", "[P]", "P"), ("c.resolveAllByName(P.self)", "[String: P]", "[P]"),
      ("Kind(rawValue: \"red\")", "Kind?", "Kind"), ("Kind(rawValue: \"red\")!", "Kind", "Kind?"),
      ("Choice.of(P())", "Choice", "P"), ("Choice.none", "Choice", "Choice?"),
      ("Options(rawValue: 1)", "Options", "Options?"), ("Raw(rawValue: \"a\")", "Raw?", "Raw"),
      ("Int(\"3\")", "Int?", "Int"), ("Int(3.5)", "Int", "Int?"), ("URL(string: \"a\")", "URL?", "URL"),
      ("text", "String?", "String"), ("text!", "String", "String?"), ("box.p", "P?", "P"),
      ("box.p!", "P", "P?"),
      ("boxes.first?.q", "P?", "P"), ("boxes.first!.q", "P", "P?"), ("find()", "P?", "P"),
      ("forced()", "P?", "P"),
      ("q", "any Q", "QI"), ("QI() as any Q", "any Q", "QI"), ("Failing(1)", "Failing?", "Failing"),
      ("box.lazyP", "P", "P?"), ("P() as Any", "Any", "P"), ("kept ?? P()", "P", "P?"),
    ])
  func `A registration with that type fits, and one with another does not`(
    _ value: String, _ type: String, _ other: String
  ) async {
    for (taken, fits) in [(type, true), (other, false)] {
      let text = """
          c.register(Home.self) { (_: any Resolver, x: \(taken)) in Home(x) }
          let kept = c.resolve(P.self)
          let text: String! = "a"
          _ = c.resolve(Home.self, argument: \(value))
        }

        """
      let check = await ContainerCheck([SourceFile(path: "App.swift", text: Self.declarations + text)])
      #expect(check.diagnostics.isEmpty == fits, "\(value) as \(taken)")
    }
  }

  @Test(arguments: ["NSLocalizedString(\"a\", comment: \"\")", "NSHomeDirectory()", "MakeName(\"a\")"])
  func `A function of another module may begin with a capital`(_ value: String) async {
    let text = """
        c.register(Home.self) { (_: any Resolver, x: String) in Home(x) }
        c.register { \(value) }
        _ = (c.resolve(Home.self, argument: \(value)), c.resolve(String.self))
      }

      """
    let check = await ContainerCheck([SourceFile(path: "App.swift", text: Self.declarations + text)])
    #expect(check.diagnostics == [], "\(value)")
  }

  @Test func `A property with a wrapper stands in the initializer of its structure`() async {
    let text = """
      import Facet
      @propertyWrapper struct Watched<Value> { var wrappedValue: Value }
      final class Model {}
      struct Own { @Watched var model: Model }
      struct Other { @ObservedObject var model: Model }
      func show(c: Container) -> (Own, Other) { (Own(model: c.resolve()), Other(model: c.resolve())) }

      """
    let check = await ContainerCheck([SourceFile(path: "App.swift", text: text)])
    #expect(check.diagnostics.map(\.message) == ["nothing registers 'Model'", "nothing registers 'Model'"])
  }

  private func check(_ files: [String: String]) async -> [String] {
    await ContainerCheck(files.map { SourceFile(path: $0.key, text: "import Facet\n" + $0.value) })
      .diagnostics
      .map(\.message)
  }

  @Test func `Types of one name in two modules are two types`() async {
    let register = "final class Item {}\nfunc set(c: Container) { c.register { Item() } }\n"
    let resolve = "final class Item {}\nfunc use(c: Container) { _ = c.resolve(Item.self) }\n"
    #expect(
      await check(["Sources/A/A.swift": register, "Sources/B/B.swift": resolve]) == [
        "nothing registers 'B.Item'"
      ])
    #expect(
      await check(["Sources/A/A.swift": register, "Sources/A/B.swift": "\(resolve.dropFirst(20))"]) == [])
    let user = "import A\nfunc use(c: Container) { _ = c.resolve(Item.self) }\n"
    #expect(
      await check([
        "Sources/A/A.swift": register, "Sources/B/B.swift": "final class Item {}\n",
        "Sources/C/C.swift": user,
      ]) == [])
  }

  @Test func `Each of two types of one name has its own members`() async {
    let one = "final class Leaf {}\nfinal class Shelf { let leaf = Leaf() }\nlet shelf = Shelf()\n"
    let use = "func set(c: Container) { c.register { shelf.leaf }; _ = c.resolve(Leaf.self)! }\n"
    let other = "final class Shelf { let leaf = 3 }\nlet shelf = Shelf()\n"
    #expect(await check(["Sources/A/A.swift": one + use, "Sources/B/B.swift": other]) == [])
  }
}
