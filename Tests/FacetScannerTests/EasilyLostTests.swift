import FacetScanner
import Testing

/// Small rules of the scanner that much depends on, and that no other test would miss.
@Suite(.timeLimit(.minutes(5))) struct EasilyLostTests {
  @Test func `A carriage return ends a string that is left open`() {
    #expect(
      outline("let a = \"open\rfunc b() {}\rlet c = 1\r") == """
        variable a
        func b
        variable c
        fault at 8: unterminated string literal
        """)
  }

  @Test func `What follows a block comment of several lines begins a line`() {
    #expect(
      outline("let a = x /*\n*/ func b() {}\nlet c = x /* */ + y\nfunc d() {}") == """
        variable a
        func b
        variable c
        func d
        """)
  }

  @Test func `An effect behind the result counts`() {
    #expect(outline("func a() -> Int async { 1 }").hasPrefix("func a async -> Int"))
    #expect(outline("func a() -> Int throws { 1 }").hasPrefix("func a throws -> Int"))
  }

  private func messages(_ text: String) -> [String] {
    Generation([SourceFile(path: "Shop.swift", text: "import FacetStatic\n" + text)]).diagnostics.flatMap(
      \.lines)
  }

  @Test func `An actor is the same with its module in front`() {
    #expect(
      messages(
        """
        struct Shop: Resolver {
          enum Key { typealias A = Int; typealias B = String }
          typealias Output = Key.B
          @MainActor func a() -> Key.A { 1 }
          @Swift.MainActor func b(a: Key.A) -> Key.B { "" }
        }
        @MainActor struct Bar: Resolver {
          enum Key { typealias A = Int }
          typealias Output = Key.A
          @Swift.MainActor func a() -> Key.A { 1 }
        }
        """) == [])
  }

  @Test func `The configuration functions of an enum are static too`() {
    #expect(
      messages(
        """
        final class Cup {}
        enum Shop: Resolver {
          enum Key { typealias A = Cup }
          typealias Output = Key.A
          static func a() -> Key.A { Cup() }
          func fill(_ cup: Key.A) {}
        }
        """) == [
          "Shop.swift:7:8: error: 'fill' must be static: 'Shop' is an enum without cases, so that nobody has a value of it"
        ])
  }

  @Test func `Files that are read side by side stay in the order of their paths`() async {
    let filler = String(repeating: "func f() { g { h(1, [2, 3].map { $0 + 1 }) } }\n", count: 4_000)
    let files = (0..<200).map { number in
      let path = "Part\(1000 + number).swift"
      let text =
        "import Swinject\nfunc set(_ c: Container) { c.register(Part\(number).self) { _ in Part\(number)() } }\n"
      // The first are read when all others are through.
      return SourceFile(path: path, text: number < 3 ? text + filler : text)
    }
    let names = await ContainerCheck(files.reversed()).graph().nodes.map(\.name)
    #expect(names == (0..<200).map { "Part\($0)" })
  }

  private func findings(_ text: String) async -> [String] {
    await ContainerCheck([SourceFile(path: "App.swift", text: "import Swinject\n" + text)]).diagnostics
      .map(\.message)
  }

  @Test func `A forced call of a generic helper gives what an optional holds`() async {
    #expect(
      await findings(
        """
        let main = Container()
        func find<T>() -> T? { main.resolve(T.self) }
        func start() {
          let tea: Tea? = find()!
          let cup: Cup = find()!
          print(tea, cup)
        }
        """) == [
          "nothing registers 'Tea'; the '!' stops the program here",
          "nothing registers 'Cup'; the '!' stops the program here",
        ])
  }

  @Test func `Where a registration is handed to does not matter for what its factory resolves`() async {
    #expect(
      await findings(
        """
        final class A { init(_ b: B) {} }
        final class B { init(_ a: A) {} }
        func keep(_ entry: @autoclosure () -> Any) { _ = entry() }
        func set(_ container: Container) {
          keep(container.register(A.self) { r in A(r.resolve(B.self)!) })
          keep(container.register(B.self) { r in B(r.resolve(A.self)!) })
        }
        """) == ["'A' needs itself: A → B → A; set one of them in initCompleted, or resolve a Lazy of it"])
  }
}
