import FacetContainerCheck
import FacetStaticCheck
import FacetSyntax
import Testing

/// Where the checks say nothing, or one thing alone: cases that are easily taken for mistakes.
@Suite(.timeLimit(.minutes(20))) struct SilenceTests {
  private func findings(_ text: String) async -> [String] {
    await ContainerCheck([SourceFile(path: "App.swift", text: text)]).diagnostics.map(\.message)
  }

  private func messages(_ members: String) -> [String] {
    let text = "import FacetStatic\nstruct Shop: Resolver {\n\(members)\n}\n"
    return Generation([SourceFile(path: "Shop.swift", text: text)]).diagnostics.map(\.message)
  }

  // MARK: - Containers

  @Test func `A key that one assembly registers twice is no overlap of two`() async {
    let found = await findings(
      """
      import Swinject
      struct Teas: Assembly {
        func assemble(container: Container) {
          container.register(Tea.self) { _ in Tea() }
          container.register(Tea.self) { _ in GreenTea() }
        }
      }
      struct Cups: Assembly {
        func assemble(container: Container) {}
      }
      let assembler = Assembler([Teas(), Cups()])
      """)
    #expect(!found.contains { $0.contains("the same assembler takes") })
  }

  @Test(arguments: ["Facet", "Swinject"])
  func `What a library of servers requires is no service`(_ container: String) async {
    let app = """
      import \(container)
      struct Request { var url = "" }
      final class Session { var auth = "" }
      struct User {}
      func set(_ c: Container) { c.register(Session.self) { _ in Session() } }
      """
    let routes = """
      import Vapor
      func me(_ req: Request) throws -> User { try req.auth.require(User.self) }
      """
    let check = await ContainerCheck([
      SourceFile(path: "App.swift", text: app), SourceFile(path: "Routes.swift", text: routes),
    ])
    #expect(check.diagnostics == [])
    #expect(check.resolveCount == 0)
  }

  @Test func `A resolve with arguments that no registration takes closes no loop`() async {
    let found = await findings(
      """
      import Swinject
      func set(_ container: Container) {
        container.register(A.self) { r in A(r.resolve(B.self, argument: 1)!) }
        container.register(B.self) { r in B(r.resolve(A.self)!) }
      }
      """)
    #expect(!found.contains { $0.contains("needs itself") })
  }

  @Test func `The order of the types in a composition does not matter`() async {
    #expect(
      await findings(
        """
        import Swinject
        protocol Hot {}
        protocol Sweet {}
        final class Tea: Hot, Sweet {}
        func set(_ container: Container) {
          container.register((Sweet & Hot).self) { _ in Tea() }
          print(container.resolve((Hot & Sweet).self)!)
        }
        """) == [])
  }

  @Test func `An argument of an unknown type may be any parameter of an initializer`() async {
    #expect(
      await findings(
        """
        import Swinject
        import SwinjectAutoregistration
        final class Shop { init(tea: Tea) {} }
        func set(_ container: Container, _ type: Any.Type) {
          container.autoregister(Shop.self, argument: type, initializer: Shop.init)
        }
        """) == [])
  }

  @Test func `A file of Factory that cannot be read to its end says nothing`() async {
    let text = """
      import Factory
      extension Container { var tea: Factory<Tea?> { promised() } }
      final class Model { @Injected(\\.tea) var tea }

      """
    #expect(await findings(text).count == 1)
    #expect(await findings(text + "let open = \"\n") == [])
  }

  @Test func `Registrations are grouped by their type, else by their function, else by their file`() async {
    let text = """
      import Swinject
      let main = Container()
      main.register(Tea.self) { _ in Tea() }
      func start(_ container: Container) { container.register(Cup.self) { _ in Cup() } }
      struct Milks: Assembly {
        func assemble(container: Container) { container.register(Milk.self) { _ in Milk() } }
      }
      """
    let nodes = await ContainerCheck([SourceFile(path: "Shop/main.swift", text: text)]).graph().nodes
    #expect(nodes.map(\.name) == ["Tea", "Cup", "Milk"])
    #expect(nodes.map(\.cluster) == ["main.swift", "start()", "Milks"])
  }

  // MARK: - Resolvers

  @Test(
    arguments: [
      "typealias = Key.A", "typealias Output Key.A", "fun b() -> Key.A { 1 }", "func b() Key.A { 1 }",
      "func b(inout a: Key.A) {}", "func b(a) {}", "func b(a: Key.A b: Key.A) {}",
      "func b() -> Key.A throws { 1 }",
      "func () {}", "func b {}", "print(1)", "#warning(\"later\") (\"sooner\")",
    ])
  func `A resolver that is no Swift is left to the compiler, and others are written`(_ line: String) {
    let generation = Generation([
      SourceFile(
        path: "Shop.swift",
        text: """
          import FacetStatic
          struct Shop: Resolver {
            enum Key { typealias A = Int }
            \(line)
          }
          enum Bar: Resolver {
            enum Key { typealias A = Int }
            typealias Output = Key.A
            static func a() -> Key.A { 1 }
          }
          """)
    ])
    #expect(generation.diagnostics.isEmpty)
    #expect(generation.text?.contains("extension Bar {") == true)
    #expect(generation.text?.contains("extension Shop") == false)
  }

  @Test func `A region that only some compilers read need not be Swift of today`() {
    let members = """
        enum Key { typealias A = Int }
        typealias Output = Key.A
        #if compiler(>=6) && TEAS
          func pour(tea) -> Tea {}
        #endif
      """
    #expect(messages(members).map { $0.contains("returns 'Key.A'") } == [true])
  }

  @Test func `Without an enum of keys only that is said`() {
    let found = messages(
      """
        typealias Output = Key.A
        func a(b: Int) -> Key.A { 1 }
      """)
    #expect(found.count == 1)
    #expect(!found.contains { $0.contains("'b'") })
  }

  @Test func `An attribute of a property is no actor`() {
    #expect(
      messages(
        """
          enum Key { typealias A = Int }
          typealias Output = Key.A
          @Stored var a: Key.A = 1
        """) == [])
  }
}
