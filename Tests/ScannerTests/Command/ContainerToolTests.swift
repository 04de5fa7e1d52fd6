import FacetTestSupport
import Foundation
import Testing

/// Runs the tool on the sources of a container.
@Suite(.timeLimit(.minutes(20))) struct ContainerToolTests {
  private let folder = try! TemporaryFolder()

  private func run(_ arguments: [String]) throws -> Program {
    try Program(Program.built("facet"), arguments, in: folder.url)
  }

  private func writeShop(mark: String = "", types: String = "struct Tea {}") throws {
    try folder.write(
      """
      import Swinject
      \(mark)
      struct ShopAssembly: Assembly {
        func assemble(container: Container) {
          container.register(Tea.self, name: "green") { _, degrees in Tea(degrees) }.inObjectScope(.container)
            .implements(Drink.self)
          container.register(Shop.self) { r in
            Shop(tea: r.resolve(Tea.self, name: "green", argument: 70)!, cup: r.resolve(Lazy<Cup>.self)!)
          }
        }
      }
      struct CupAssembly: Assembly {
        func assemble(container: Container) {
          container.register(Cup.self) { _ in Cup() }
        }
      }
      func start(_ r: Resolver) { print(r.resolve(Tea.self, name: "red", argument: 3)!) }
      \(types)

      """, to: "Shop.swift")
  }

  private let finding =
    "Shop.swift:17:37: %: nothing registers 'Tea' named \"red\" with arguments (Int); the '!' stops the program here\n"
    + "Shop.swift:5:15: note: 'Tea' named \"green\" with 1 argument is registered here\n"

  private func finding(_ severity: String) -> String { finding.replacingOccurrences(of: "%", with: severity) }

  @Test func `A finding is a warning, and the check succeeds`() throws {
    try writeShop()
    let result = try run(["check", "Shop.swift", "--containers", "--record", "Checked.swift"])
    #expect(result.errors == finding("warning"))
    #expect(result.exitCode == 0)
    #expect(
      try folder.text(of: "Checked.swift")
        == "// Written by facet when it has checked the containers of this target.\n")
  }

  @Test func `A finding is an error on request, by an option or a comment`() throws {
    try writeShop()
    let option = try run(["check", "Shop.swift", "--strict", "--record", "Checked.swift"])
    #expect(option.errors == finding("error"))
    #expect(option.exitCode == 1)
    try writeShop(mark: "// facet:strict")
    let comment = try run(["check", "Shop.swift", "--containers", "--record", "Checked.swift"])
    #expect(comment.errors == finding("error"))
    #expect(comment.exitCode == 1)
    #expect(!FileManager.default.fileExists(atPath: folder.file("Checked.swift").path))
  }

  @Test func `It is said how much was checked`() throws {
    try writeShop()
    let check = try run(["check", "Shop.swift"])
    #expect(check.output == "3 registrations and 3 resolves of containers, 1 warning\n")
    #expect(try run(["check", "Shop.swift", "--strict"]).output.hasSuffix("of containers, 1 problem\n"))
    #expect(try run(["check", "Shop.swift", "--record=Checked.swift"]).output == "")
    try writeShop(mark: "// facet:ignore-file")
    #expect(try run(["check", "Shop.swift"]).output.hasSuffix("of containers, no problem\n"))
  }

  private func check(_ text: String) throws -> String {
    try folder.write(text, to: "Open.swift")
    return try run(["check", "Open.swift"]).output
  }

  @Test func `It is said how many resolves were not judged, and which places are the reason`() throws {
    let text = """
      import Facet
      func set(_ container: Container, _ types: [Any.Type], _ type: Any.Type) {
        container.register { .unread() }
        container.register(Tea.self) { _ in Tea() }
        container.register(Shop.self) { r in Shop(tea: r.resolve(Tea.self)!, cup: r.resolve(Cup.self)!) }
        print(container.resolve(), container.resolve(Milk.self)!)
      }
      class Tea {}
      class Cup {}
      class Milk {}

      """
    #expect(
      try check(text) == """
        3 registrations and 4 resolves of containers, 3 of them not judged
          Open.swift:3:13: this may register any type, so that 2 resolves were not judged
          Open.swift:6:19: the type that is resolved here cannot be read

        """)
    #expect(
      try check("import Facet\nfunc start(_ container: Container) { print(container.resolve()) }\n") == """
        0 registrations and 1 resolve of containers, none of them judged
          Open.swift:2:54: the type that is resolved here cannot be read

        """)
  }

  @Test func `One reason is one line, however often it holds`() throws {
    let many = (0..<25).map { _ in "  print(container.resolve())\n" }.joined()
    #expect(
      try check("import Facet\nfunc start(_ container: Container) {\n\(many)}\n") == """
        0 registrations and 25 resolves of containers, none of them judged
          Open.swift:3:19: the type that is resolved here cannot be read; also at 24 other places

        """)
    let reasons = (0..<22).map { "  container.register { URLSession.shared.made(Tea\($0)()) }\n" }.joined()
    let types = (0..<22).map { "class Tea\($0) {}\n" }.joined()
    let lines = try check("import Facet\nfunc start(_ container: Container) {\n\(reasons)}\n\(types)")
      .split(separator: "\n")
    #expect(lines.count == 22)
    #expect(lines.last == "  and 2 other reasons")
  }

  @Test func `What is never resolved is noted on request, and a note is no error`() throws {
    try folder.write(
      """
      import Facet
      func set(_ container: Container) {
        container.register(Tea.self) { _ in Tea() }
        container.register(Cup.self) { _ in Cup() }
        container.register(Milk.self) { _ in Milk() }.implements(White.self)
        container.register(Jug.self, name: "a") { _ in Jug() }
        container.register(Spoon.self) { _ in Spoon() }
        print(container.resolve(Tea.self)!, try? container.require(White.self), container.resolveAll(Jug.self))
      }
      struct Screen { @Injected var spoon: Lazy<Spoon> }

      """, to: "Unused.swift")
    let result = try run(["check", "Unused.swift", "--unused", "--strict"])
    #expect(result.errors == "Unused.swift:4:13: note: nothing resolves 'Cup'\n")
    #expect(result.output == "5 registrations and 2 resolves of containers, no problem, 1 note\n")
    #expect(result.exitCode == 0)
    let silent = try run(["check", "Unused.swift"])
    #expect(
      (silent.errors, silent.output) == ("", "5 registrations and 2 resolves of containers, no problem\n"))
    // What cannot be read may ask for anything.
    try folder.write(
      "import Facet\nfunc start(_ container: Container) { print(container.resolve()) }\n", to: "Open.swift")
    #expect(try run(["check", ".", "--unused"]).errors == "")
  }

  @Test func `One call that cannot be read silences what it may register alone`() throws {
    try folder.write(
      """
      import Swinject
      protocol Never {}
      extension UITableView {
        func registerCell<T: UITableViewCell>(_: T.Type) { self.register(T.self, forCellReuseIdentifier: "cell") }
      }
      func show(_ table: UITableView) { table.registerCell(Cell.self) }
      func start(_ container: Container) -> Never { container.resolve(Never.self)! }

      """, to: "Open.swift")
    let result = try run(["check", "Open.swift"])
    #expect(
      result.errors == "Open.swift:7:57: warning: nothing registers 'Never'; the '!' stops the program here\n"
    )
    #expect(result.output == "0 registrations and 1 resolve of containers, 1 warning\n")
  }

  @Test func `Resolvers and containers of one folder are checked and drawn together`() throws {
    try writeShop()
    try folder.write(
      """
      import FacetStatic

      struct Kettle: FacetStatic.Resolver {
        enum Key { typealias Water = Int }
        typealias Output = Key.Water
        func water() -> Key.Water { 1 }
      }

      """, to: "Kettle.swift")
    let check = try run(["check", "."])
    #expect(check.output == "1 resolver, 3 registrations and 3 resolves of containers, 1 warning\n")
    let containers = try run(["check", ".", "--containers"])
    #expect(containers.output == "3 registrations and 3 resolves of containers, 1 warning\n")
    let graph = try run(["graph", "."]).output
    #expect(graph.hasPrefix("Kettle\n  Water: Int"))
    #expect(graph.contains("\nShopAssembly\n"))
  }

  @Test func `A resolve of a checked resolver is none of a container`() throws {
    let text = """
      import Facet
      import FacetStatic
      struct SoundResolver: FacetStatic.Resolver {
        enum Key { typealias Sound = String }
        typealias Output = Key.Sound
        let file: String
        func sound() -> Key.Sound { file }
      }
      func start(_ container: Container) {
        container.register(Tea.self) { _ in Tea() }
        print(SoundResolver(file: "x").resolve(), container.resolve(Tea.self)!)
      }

      """
    #expect(try check(text) == "1 resolver, 1 registration and 1 resolve of containers, no problem\n")
  }

  @Test func `Where there is no container, that is said`() throws {
    try folder.write("let tea = 1\n", to: "Tea.swift")
    let result = try run(["check", "--containers", "Tea.swift"])
    #expect(
      (result.output, result.errors, result.exitCode) == (
        "",
        "error: no container was found in 'Tea.swift'; name the sources of a target that has some, or give "
          + "'--allow-empty'\n", 1
      ))
    let allowed = try run(["check", "--containers", "--allow-empty", "--record=Checked.swift", "Tea.swift"])
    #expect((allowed.output, allowed.errors, allowed.exitCode) == ("", "", 0))
  }

  @Test func `What keeps a file from being read is said with its place, unless a build asks`() throws {
    try writeShop(mark: "{")
    let result = try run(["check", "Shop.swift"])
    #expect(
      result.errors
        == "Shop.swift:2:1: error: this bracket is never closed, so that the containers are not checked\n")
    #expect((result.output, result.exitCode) == ("containers not checked, 1 problem\n", 1))
    let build = try run(["check", "Shop.swift", "--record=Checked.swift"])
    #expect((build.output, build.errors, build.exitCode) == ("", "", 0))
  }

  @Test func `A byte that is not UTF-8 is said with its place`() throws {
    try writeShop()
    let file = folder.file("Shop.swift")
    try (Data(contentsOf: file) + Data([0xFF, 0x0A])).write(to: file)
    let result = try run(["check", "Shop.swift"])
    #expect(
      result.errors
        == "Shop.swift:19:1: error: this byte is not valid UTF-8, so that the containers are not checked\n")
    #expect((result.output, result.exitCode) == ("containers not checked, 1 problem\n", 1))
  }

  @Test func `A container of which only open types are asked is a container`() throws {
    let text = "import Facet\nfunc f<T>(_ c: Container, _ t: T.Type) -> T { c.resolve(t)! }\n"
    try folder.write(text, to: "Open.swift")
    let check = try run(["check", "Open.swift"])
    #expect(
      (check.output, check.errors, check.exitCode)
        == (
          """
          0 registrations and 1 resolve of containers, none of them judged
            Open.swift:2:49: no call of the generic function in which this is resolved is read

          """, "", 0
        ))
    let graph = try run(["graph", "Open.swift"])
    #expect((graph.output, graph.errors, graph.exitCode) == ("The graph is empty.\n", "", 0))
  }

  @Test func `Only types that the sources declare are judged`() throws {
    try writeShop(types: "")
    let foreign = try run(["check", "Shop.swift"])
    #expect(foreign.errors == "")
    #expect(
      foreign.output == """
        3 registrations and 3 resolves of containers, 1 of them not judged
          Shop.swift:17:37: the type that is resolved here is declared in sources that are not given

        """)
    try writeShop(types: "struct Tea {}")
    #expect(try run(["check", "Shop.swift"]).errors == finding("warning"))
  }

  @Test func `The record replaces a record, and never a source`() throws {
    try writeShop()
    for _ in 0..<2 { #expect(try run(["check", ".", "--record", "Checked.swift"]).exitCode == 0) }
    let result = try run(["check", ".", "--record", "Shop.swift"])
    #expect(
      result.errors.hasSuffix(
        "error: 'Shop.swift' was not written by facet, so it is not overwritten; name another file to write\n"
      ))
    #expect(result.exitCode == 1)
  }

  @Test func `The graph of a container is drawn from its sources`() throws {
    try writeShop()
    #expect(
      try run(["graph", "Shop.swift"]).output == """
        ShopAssembly
          Tea "green" (_): container  (Shop.swift:5)
          Drink (_)  (Shop.swift:6)
            → Tea "green" (_)  (forwards)
          Shop  (Shop.swift:7)
            → Tea "green" (_)
            ⇢ CupAssembly.Cup

        CupAssembly
          Cup  (Shop.swift:14)

        Tea "red" (Int): missing

        """)
    #expect(try run(["graph", "Shop.swift", "--format", "mermaid"]).output.hasPrefix("flowchart LR\n"))
  }

  @Test func `Every way to write a scope is drawn`() throws {
    try folder.write(
      """
      import Facet
      func fill(_ container: Container) {
        container.register(A.self) { (_, name: String) in A(name) }.inObjectScope(.perArgument)
        container.register(B.self) { (_, name: String) in B(name) }.inObjectScope(.perArgument(limit: 3))
        container.register(C.self) { (_, name: String) in C(name) }.inObjectScope(ObjectScope.perArgument(weakly: true))
        container.register(D.self) { _ in D() }.inObjectScope(ObjectScope(storageFactory: PermanentStorage.init))
        container.register(E.self) { _ in E() }.inObjectScope(.init(storageFactory: PermanentStorage.init))
        container.register(F.self) { _ in F() }.inObjectScope(.session)
        container.register(G.self) { _ in G() }
      }

      """, to: "Scopes.swift")
    #expect(
      try run(["graph", "Scopes.swift"]).output == """
        fill()
          A (String): perArgument  (Scopes.swift:3)
          B (String): perArgument  (Scopes.swift:4)
          C (String): perArgument  (Scopes.swift:5)
          D: custom  (Scopes.swift:6)
          E: custom  (Scopes.swift:7)
          F: session  (Scopes.swift:8)
          G  (Scopes.swift:9)

        """)
  }
}
